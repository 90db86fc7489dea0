// An invited candidate on a phone: the connection drops in the middle of an answer, another device
// goes on, and the same interview without scripts.
import { withBrowser } from '../../../../tools/browser/browser.mjs'
import { becomes, equal, shows } from '../../../../tools/browser/expect.mjs'

const { base, link, plain } = JSON.parse(process.argv[2])
const said = 'We pinned the versions in a lock file and ran all tests on both.'

await withBrowser(async (open) => {
  await onThePhone(open)
  await withoutScripts(await open({ base, width: 390, height: 844, scripts: false }))
})

async function onThePhone(open) {
  const page = await open({ base, width: 390, height: 844 })
  const saved = page.locator('[data-saved]')
  await page.goto(link)
  await fits(page)
  await page.check('#consent')
  await page.click('.invited-begin .primary')
  await page.locator('#answer').waitFor()
  await fits(page)
  await page.fill('#answer', 'Half of')
  await saved.filter({ hasText: /^Saved$/ }).waitFor()

  const desk = await open({ base })
  await desk.goto(link)
  await becomes(() => desk.locator('#answer').inputValue(), 'Half of', 'the draft on another device')
  await desk.context().close()

  await page.context().setOffline(true)
  await page.fill('#answer', said)
  await saved.filter({ hasText: 'Not saved yet' }).waitFor()
  await page.click('.try-answer .primary')
  await becomes(() => page.locator('#answer').inputValue(), said, 'the answer after a failed attempt to send it')
  await page.context().setOffline(false)
  await saved.filter({ hasText: /^Saved$/ }).waitFor()

  await page.click('button[formaction$=pause]')
  await page.locator('.state .primary').click()
  await page.locator('#answer').waitFor()
  await becomes(() => page.locator('#answer').inputValue(), said, 'the answer after a pause')
  await answerAll(page)
  await shows(() => page.locator('main').innerText(), 'Thank you', 'the end')
  equal(page.problems.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED')).join('\n'), '', 'problems on the way')
}

async function withoutScripts(page) {
  await page.goto(plain)
  await page.check('#consent')
  await page.click('.invited-begin .primary')
  await answerAll(page)
  await shows(() => page.locator('main').innerText(), 'Thank you', 'the end without scripts')
}

// answerAll answers the question and its probes.
async function answerAll(page) {
  for (let step = 0; step < 40; step++) {
    if (await page.locator('.state h1').count()) return
    if (await page.locator('#answer').count()) {
      await page.fill('#answer', said)
      await page.locator('.try-answer').evaluate((form) => { form.dataset.answered = '' })
      await page.click('.try-answer .primary')
      await page.locator('.try-answer[data-answered]').waitFor({ state: 'detached' })
    } else {
      await page.reload()
    }
    await page.waitForLoadState()
  }
  throw new Error('the interview does not end')
}

// fits checks that nothing is wider than the phone and everything is large enough for a thumb.
async function fits(page) {
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, 'a page wider than the phone')
  await becomes(() => page.evaluate(() => [...document.querySelectorAll('main a, main button, main summary, main input[type=text]')]
    .filter((e) => e.getBoundingClientRect().height > 0 && e.getBoundingClientRect().height < 44).map((e) => e.textContent).join()), '', 'targets under 44 px')
}
