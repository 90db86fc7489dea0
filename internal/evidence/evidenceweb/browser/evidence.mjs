// The evidence room: somebody asks by keyboard, is told to wait, opens the evidence, and puts
// another person beside; the same without scripts, in the other language and on a narrow screen.
import { withBrowser } from '../../../../tools/browser/browser.mjs'
import { becomes, equal, focused, holds, shows, tabTo } from '../../../../tools/browser/expect.mjs'

const base = process.argv[2]

await withBrowser(async (open) => {
  await byKeyboard(await open({ base }))
  await plain(await open({ base, lang: 'ru', scripts: false, width: 320 }))
})

async function byKeyboard(page) {
  const keys = page.keyboard
  await page.goto('/evidence')
  await tabTo(page, '#login')
  await keys.type('@ada-example')
  await keys.press('Tab')
  await becomes(() => focused(page), 'skills', 'the field after the name')
  await keys.type('go; postgres, Kubernetes')
  await page.evaluate(() => {
    const line = document.querySelector('.waiting')
    new MutationObserver(() => { if (line.textContent) sessionStorage.setItem('told', line.textContent) }).observe(line, { childList: true })
  })
  await keys.press('Enter')
  await page.waitForURL('**/evidence/ada-example?skills=**')
  await shows(() => page.evaluate(() => sessionStorage.getItem('told')), 'Reading public code', 'what the page says while it waits')
  await becomes(() => page.locator('h1').innerText(), 'ada-example', 'the person')
  await shows(() => page.locator('.lead').innerText(), 'Weak traces: ', 'the answer in a sentence')
  await shows(() => page.locator('.lead').innerText(), 'Kubernetes', 'the answer in a sentence')

  await tabTo(page, '.proof summary')
  await keys.press('Enter')
  await shows(() => page.locator('.proof[open]').first().innerText(), 'ada-example/ledger-kit', 'the opened evidence')
  const links = await page.locator('.proof[open] a').evaluateAll((list) => list.map((a) => [a.href, a.rel].join(' ')))
  for (const link of links) {
    holds(link, 'https://github.com/', 'where evidence leads')
    holds(link, 'noopener noreferrer nofollow', 'how evidence leads there')
  }

  await page.goBack()
  await page.waitForURL('**/evidence')
  await becomes(() => page.locator('.waiting').innerText(), '', 'the page that came back')
  await becomes(() => page.locator('.profile-ask button').isEnabled(), true, 'the button of the page that came back')
  await page.goForward()

  await tabTo(page, '.heading-action a')
  await keys.press('Enter')
  await page.waitForURL('**/evidence/compare?a=ada-example**')
  await tabTo(page, '#second')
  await keys.type('bora-sample')
  await keys.press('Enter')
  await page.locator('.duo-row').first().waitFor()
  await becomes(() => page.locator('.duo-row').count(), 3, 'skills beside each other')
  await page.locator('.duo-head a').first().click()
  await page.waitForURL('**/evidence/ada-example?skills=**')

  await keys.press('Control+k')
  await keys.type('cyan-demo')
  await keys.press('Enter')
  await page.waitForURL('**/evidence/cyan-demo')
  equal(page.problems.join('\n'), '', 'problems on the way')
}

async function plain(page) {
  await page.goto('/evidence')
  await page.fill('#login', 'https://github.com/ada-example')
  await page.fill('#skills', 'Go')
  await page.locator('.profile-ask .primary').click()
  await becomes(() => page.locator('h1').innerText(), 'ada-example', 'the person')
  await shows(() => page.locator('.proof[open]').innerText(), 'своих', 'the only skill stands open')
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, 'whether the page is too wide')
  await page.goto('/evidence/nobody-at-all')
  await shows(() => page.locator('main').innerText(), 'Проверьте имя', 'a person who is not there')
  await page.fill('#login', 'bora-sample')
  await page.locator('.profile-ask .primary').click()
  await becomes(() => page.locator('h1').innerText(), 'bora-sample', 'the other person')
}
