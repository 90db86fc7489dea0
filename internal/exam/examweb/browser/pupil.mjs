// A pupil on a phone: a name, answers that are saved while they are typed and wait while the
// connection is down, sending; the same without scripts; and the teacher's table of both.
import { withBrowser } from '../../../../tools/browser/browser.mjs'
import { becomes, equal, holds, shows } from '../../../../tools/browser/expect.mjs'

const [base, link, results] = process.argv.slice(2)

await withBrowser(async (open) => {
  await onThePhone(open)
  await withoutScripts(await open({ base, width: 390, height: 844, scripts: false }))
  const teacher = await open({ base })
  await teacher.goto(results)
  const table = await teacher.locator('main').innerText()
  holds(table, 'Аня Петрова', 'the results')
  holds(table, 'Боря Ким', 'the results')
  holds(table, '2 sent, 2 begun', 'the count of papers')
})

async function onThePhone(open) {
  const page = await open({ base, width: 390, height: 844 })
  const state = page.locator('[data-state]')
  await page.goto(link)
  await fits(page)
  await page.fill('#name', 'Аня Петрова')
  await page.click('.pupil-begin .primary')
  await page.locator('#a-0').waitFor()
  await fits(page)
  await page.fill('#a-0', '7')
  await state.filter({ hasText: /^Saved$/ }).waitFor()

  const tablet = await open({ base })
  await tablet.goto(page.url())
  await becomes(() => tablet.locator('#a-0').inputValue(), '7', 'the answer on another device')
  await tablet.context().close()

  await page.context().setOffline(true)
  await page.fill('#a-1', '0,4')
  await state.filter({ hasText: 'No connection' }).waitFor()
  await page.click('.pupil-send .primary')
  await becomes(() => page.locator('#a-1').inputValue(), '0,4', 'the answer after a failed attempt to send')
  await page.context().setOffline(false)
  await state.filter({ hasText: /^Saved$/ }).waitFor()
  await page.click('.pupil-send .primary')
  await shows(() => page.locator('main').innerText(), 'of 2 right', 'the score')
  await fits(page)
  equal(page.problems.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED')).join('\n'), '', 'problems on the way')
}

async function withoutScripts(page) {
  await page.goto(link)
  await page.fill('#name', 'Боря Ким')
  await page.click('.pupil-begin .primary')
  await page.fill('#a-1', '0.4')
  await page.click('.pupil-send .primary')
  await shows(() => page.locator('main').innerText(), 'of 2 right', 'the score without scripts')
}

// fits checks that nothing is wider than the phone and everything is large enough for a thumb.
async function fits(page) {
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, 'a page wider than the phone')
  await becomes(() => page.evaluate(() => [...document.querySelectorAll('main button, main input[type=text]')]
    .filter((e) => e.getBoundingClientRect().height > 0 && e.getBoundingClientRect().height < 44).map((e) => e.outerHTML).join()), '', 'targets under 44 px')
}
