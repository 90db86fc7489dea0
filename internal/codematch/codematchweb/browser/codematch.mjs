// The flows of the room of code by keyboard, and without scripts on a phone.
import { withBrowser } from '../../../../tools/browser/browser.mjs'
import { becomes, shows, tabTo } from '../../../../tools/browser/expect.mjs'

const base = process.argv[2]

await withBrowser(async (open) => {
  await byKeyboard(await open({ base }))
  await picking(await open({ base }))
  await plain(await open({ base, lang: 'ru', scripts: false, width: 390 }))
})

async function byKeyboard(page) {
  const keys = page.keyboard
  await page.goto('/code')
  await tabTo(page, '#kind-code')
  await keys.press('ArrowRight')
  await becomes(() => page.locator('#file').isVisible(), true, 'the field of the file')
  await becomes(() => page.locator('#code').isVisible(), false, 'the field of the code beside it')
  await keys.press('ArrowLeft')
  await keys.press('Tab')
  await keys.type('def chunks(items, size): return items')
  await tabTo(page, '.code-ask .primary')
  await keys.press('Enter')
  await page.waitForURL('**/code/searches/cs_code')
  await tabTo(page, '.code-lines')
  await becomes(async () => await page.locator('tr.lit').count() > 1, true, 'a reason that has the focus lights its lines')
  await keys.press('n')
  await shows(() => page.evaluate(() => document.activeElement.className), 'run-', 'n goes to a difference')
  const first = await page.evaluate(() => document.activeElement.innerText)
  await keys.press('n')
  await becomes(async () => await page.evaluate(() => document.activeElement.innerText) !== first, true, 'n goes on')
  await keys.press('p')
  await becomes(() => page.evaluate(() => document.activeElement.innerText), first, 'p goes back')
  await tabTo(page, '#note')
  await keys.type('no n or p here')
  await tabTo(page, 'button[value="same"]')
  await keys.press('Enter')
  await page.waitForURL('**/cs_code/1#verdicts')
  await shows(() => page.locator('#verdicts').innerText(), 'no n or p here', 'the verdict of the person')
  await page.goto('/code/searches/cs_code')
  await keys.press('j')
  await keys.press('j')
  await keys.press('Enter')
  await page.waitForURL('**/cs_code/2')
  await shows(() => page.locator('.code-match h2').innerText(), 'Split', 'the second match')
}

async function picking(page) {
  await page.goto('/code')
  await page.locator('.code-more summary').first().click()
  await page.locator('#picker-filter').fill('BILL')
  await becomes(() => page.locator('label[data-name]:visible').count(), 1, 'repositories that are left')
  await page.keyboard.press('Enter')
  await becomes(() => new URL(page.url()).pathname, '/code', 'Enter in the filter sends nothing')
  await page.locator('label[data-name]:visible').click()
  await shows(() => page.locator('.code-more summary').first().innerText(), 'chosen: 1', 'how many are chosen')
  await page.locator('#picker-filter').fill('')
  await becomes(() => page.locator('label[data-name]:visible').count(), 4, 'repositories without a filter')
}

async function plain(page) {
  await page.goto('/code')
  await page.locator('.code-tab').nth(2).click()
  await page.locator('#repository').fill('owner/name')
  await page.locator('.code-ask .primary').click()
  await page.waitForURL('**/code/searches/cs_repository')
  await shows(() => page.locator('.code-kinship').innerText(), '38', 'how the repositories relate')
  for (const path of ['/code', '/code/searches/cs_code', '/code/searches/cs_code/3', '/code/searches/cs_hostile', '/code/compare', '/code/repositories',
    '/code/repositories/files?repository=github.com%2Fexample-org%2Flist-tools', '/code/repositories/files?repository=github.com%2Fexample-org%2Flist-tools&path=src%2Flist.js']) {
    await page.goto(path)
    await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, path + ' fits 390 pixels')
  }
  await page.goto('/code/searches/cs_code')
  await page.locator('.code-lines').nth(1).click()
  await becomes(() => page.locator('tr:has(:target)').isVisible(), true, 'a reason leads to its line without scripts')
}
