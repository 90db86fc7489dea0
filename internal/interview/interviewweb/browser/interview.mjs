// The interview room by keyboard, without scripts, and with answers that want to act: the
// list opens, a quote is reached, a mark is changed with a reason, and nothing foreign runs.
import { withBrowser } from '../../../../tools/browser/browser.mjs'
import { becomes, equal, focused, holds, shows, tabTo } from '../../../../tools/browser/expect.mjs'

const servers = JSON.parse(process.argv[2])
const base = servers.interviews

await withBrowser(async (open) => {
  await byKeyboard(await open({ base }))
  await plain(await open({ base, lang: 'ru', scripts: false }))
  for (const width of [1280, 390]) await harmless(await open({ base, width }))
})

async function byKeyboard(page) {
  const keys = page.keyboard
  await page.goto('/interviews')
  await page.focus('#seek')
  await keys.type('sokolova-41')
  await keys.press('Enter')
  await page.locator('.conditions .chip').waitFor()
  await shows(() => page.url(), 'candidate=sokolova-41', 'the address after the filter')
  await page.evaluate(() => document.activeElement.blur())
  await keys.press('j')
  await becomes(() => focused(page), 'sokolova-41', 'the key j')
  await keys.press('Enter')
  await page.waitForURL('**/interviews/0*')

  await tabTo(page, '.competencies summary')
  await keys.press('Enter')
  await tabTo(page, '.competencies details[open] .point-quote a')
  const quote = await page.evaluate(() => document.activeElement.parentElement.querySelector('q').textContent)
  await keys.press('Enter')
  const shown = await page.evaluate(() => {
    const mark = document.querySelector('mark:target')
    return { text: mark.textContent, seen: mark.getBoundingClientRect().top < innerHeight }
  })
  equal(shown.seen, true, 'the quote is in sight')
  equal(quote.startsWith(shown.text.slice(0, 20)), true, `the marked words ${shown.text} are those of the quote ${quote}`)

  await page.locator('.fold:not([open]) > summary').first().focus()
  await keys.press('Enter')
  await page.locator('.fold[open] .quiet-link').first().focus()
  await keys.press('Enter')
  await page.waitForURL('**/overrule?question=*')
  await tabTo(page, '#reason')
  await keys.type('The answer says it in other words.')
  await tabTo(page, '.ruling-form .primary')
  await keys.press('Enter')
  await page.waitForURL('**/interviews/0*#question-*')
  await shows(() => page.locator(':target .overrides').innerText(), 'The answer says it in other words.', 'the reason under the mark')
  equal(page.problems.join('\n'), '', 'problems on the way')
}

async function plain(page) {
  await page.goto('/interviews')
  await page.selectOption('#status', 'waiting_for_answer')
  await page.locator('.docket-form .button').click()
  await shows(() => page.locator('.conditions').innerText(), 'ждёт ответа', 'the condition')
  await page.locator('.hit-link', { hasText: 'kim-7' }).click()
  await page.locator('.hearing-actions button', { hasText: 'Поставить на паузу' }).click()
  await shows(() => page.locator('.panel').innerText(), 'Интервью на паузе', 'the state after the pause')
  await page.locator('.hearing-actions button', { hasText: 'Продолжить' }).click()
  await shows(() => page.locator('.panel').innerText(), 'Ждём ответа кандидата', 'the state after it goes on')
  await page.locator('.hearing-actions a', { hasText: 'Отменить' }).click()
  await page.locator('.sheet-actions .danger-full').click()
  await shows(() => page.locator('.panel').innerText(), 'Интервью отменено', 'the state after the cancellation')
  await page.goto(`/interviews/${servers.cases.done}`)
  await page.locator('.fold > summary').first().click()
  await page.locator('.fold[open] .quiet-link').first().click()
  await page.locator('.ruling-form .primary').click()
  await shows(() => page.locator('.field-error').innerText(), 'причина', 'the error beside the field')
}

// harmless looks at answers full of markup: none of it acts, and none of it moves the page.
async function harmless(page) {
  page.on('dialog', () => { page.problems.push('a dialog opened') })
  await page.goto(`/interviews/${servers.cases.hostile}`)
  const found = await page.evaluate(() => ({
    scripts: document.querySelectorAll('#interview script, #interview img, #interview style').length,
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    shown: getComputedStyle(document.body).display,
    text: document.querySelector('.exchange:nth-child(3) .said-answer').textContent,
  }))
  equal(found.scripts, 0, 'foreign elements')
  equal(found.wide <= 0, true, `the page is not wider than the window, by ${found.wide}`)
  equal(found.shown, 'grid', 'the page is laid out as it was')
  holds(found.text, '<script>alert(1)</script>', 'the text as it was said')
  const blocked = await page.evaluate(() => new Promise((done) => {
    document.addEventListener('securitypolicyviolation', () => done(true))
    const script = document.createElement('script')
    script.textContent = 'window.hacked = true'
    document.body.append(script)
    setTimeout(() => done(false), 1000)
  }))
  equal(blocked && (await page.evaluate(() => window.hacked)) !== true, true, 'the policy of the page stops scripts')
  equal(page.problems.filter((p) => !p.includes('Content Security Policy')).join('\n'), '', 'problems on the way')
}
