// The market room: somebody asks by keyboard, reads the answer and its table, looks at the
// vacancies behind a skill and loads a file; the same without scripts on a narrow screen.
import { withBrowser } from '../../../../tools/browser/browser.mjs'
import { becomes, equal, focused, shows, tabTo } from '../../../../tools/browser/expect.mjs'

const base = process.argv[2]
const file = (name, text) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

await withBrowser(async (open) => {
  await byKeyboard(await open({ base }))
  await plain(await open({ base, lang: 'ru', scripts: false, width: 320 }))
})

async function byKeyboard(page) {
  const keys = page.keyboard
  await page.goto('/market')
  await tabTo(page, '#role')
  await keys.type('Go developer')
  await keys.press('Tab')
  await becomes(() => focused(page), 'place', 'the field after the role')
  await keys.press('Tab')
  await keys.press('Tab')
  await keys.type('250000')
  await keys.press('Enter')
  await page.locator('#pay-title').waitFor()
  await shows(() => page.url(), 'role=Go+developer', 'the address')
  await shows(() => page.url(), 'from=250000', 'the address')
  await shows(() => page.locator('.market-finding').innerText(), 'Half of the vacancies offer less than', 'the finding')
  await becomes(() => page.locator('#role').inputValue(), 'Go developer', 'what was typed')

  await tabTo(page, 'section[aria-labelledby="pay-title"] .more summary', 120)
  await keys.press('Enter')
  const drawn = await page.locator('section[aria-labelledby="pay-title"] .pay-dot').count()
  equal(drawn >= 3, true, 'whether percentiles are drawn')
  await becomes(() => page.locator('section[aria-labelledby="pay-title"] details[open] tbody tr').count(), drawn, 'percentiles in the table')

  await page.locator('.demand-name a').nth(1).click()
  await page.waitForURL('**/market/jobs?**')
  await page.locator('.job').first().waitFor()
  await page.locator('.jobs-head a').click()
  await page.waitForURL('**/market?**')

  await page.goto('/market/snapshots')
  await page.setInputFiles('#file', file('mine.csv', 'id,title,area,salary_from\n1,Срубщик,Казань,90000\n2,Срубщик,Казань,много\n'))
  await page.locator('.market-import .primary').click()
  await shows(() => page.locator('main').innerText(), 'mine.csv: loaded', 'the report')
  await shows(() => page.locator('main').innerText(), '1 row could not be read', 'the report')
  await page.locator('a[aria-label="Delete mine.csv"]').click()
  await page.locator('.danger-full').click()
  await shows(() => page.locator('main').innerText(), 'The snapshot is deleted.', 'the list')
  equal(page.problems.join('\n'), '', 'problems on the way')
}

async function plain(page) {
  await page.goto('/market')
  await page.fill('#role', 'Go-разработчик')
  await page.fill('#place', 'Москва')
  await page.locator('.market-ask .primary').click()
  await shows(() => page.locator('.market-finding').innerText(), 'Половина вакансий', 'the finding')
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, 'whether the page is too wide')
  await page.locator('.market-understood a.chip').first().click()
  await becomes(() => page.locator('#place').inputValue(), '', 'a condition that was taken away')
}
