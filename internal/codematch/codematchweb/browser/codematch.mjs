// The flows of the room of code by keyboard, and without scripts on a phone.
import { withBrowser } from '../../../../tools/browser/browser.mjs'
import { equal, holds, tabTo } from '../../../../tools/browser/expect.mjs'

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
  equal(await page.locator('#file').isVisible(), true, 'the field of the file')
  equal(await page.locator('#code').isVisible(), false, 'the field of the code beside it')
  await keys.press('ArrowLeft')
  await keys.press('Tab')
  await keys.type('def chunks(items, size): return items')
  await tabTo(page, '.code-ask .primary')
  await keys.press('Enter')
  await page.waitForURL('**/code/searches/cs_code')
  await tabTo(page, '.code-lines')
  equal(await page.locator('tr.lit').count() > 1, true, 'a reason that has the focus lights its lines')
  await keys.press('n')
  holds(await page.evaluate(() => document.activeElement.className), 'run-', 'n goes to a difference')
  const first = await page.evaluate(() => document.activeElement.innerText)
  await keys.press('n')
  equal(await page.evaluate(() => document.activeElement.innerText) !== first, true, 'n goes on')
  await keys.press('p')
  equal(await page.evaluate(() => document.activeElement.innerText), first, 'p goes back')
  await tabTo(page, '#note')
  await keys.type('no n or p here')
  await tabTo(page, 'button[value="same"]')
  await keys.press('Enter')
  await page.waitForURL('**/cs_code/1#verdicts')
  holds(await page.locator('#verdicts').innerText(), 'no n or p here', 'the verdict of the person')
  await page.goto('/code/searches/cs_code')
  await keys.press('j')
  await keys.press('j')
  await keys.press('Enter')
  await page.waitForURL('**/cs_code/2')
  holds(await page.locator('.code-match h2').innerText(), 'Split', 'the second match')
}

async function picking(page) {
  await page.goto('/code')
  await page.locator('.code-more summary').first().click()
  await page.locator('#picker-filter').fill('BILL')
  equal(await page.locator('label[data-name]:visible').count(), 1, 'repositories that are left')
  await page.keyboard.press('Enter')
  equal(new URL(page.url()).pathname, '/code', 'Enter in the filter sends nothing')
  await page.locator('label[data-name]:visible').click()
  holds(await page.locator('.code-more summary').first().innerText(), 'chosen: 1', 'how many are chosen')
  await page.locator('#picker-filter').fill('')
  equal(await page.locator('label[data-name]:visible').count(), 4, 'repositories without a filter')
}

async function plain(page) {
  await page.goto('/code')
  await page.locator('.code-tab').nth(2).click()
  await page.locator('#repository').fill('owner/name')
  await page.locator('.code-ask .primary').click()
  await page.waitForURL('**/code/searches/cs_repository')
  holds(await page.locator('.code-kinship').innerText(), '38', 'how the repositories relate')
  for (const path of ['/code', '/code/searches/cs_code', '/code/searches/cs_code/3', '/code/searches/cs_hostile', '/code/compare', '/code/repositories',
    '/code/repositories/files?repository=github.com%2Fexample-org%2Flist-tools', '/code/repositories/files?repository=github.com%2Fexample-org%2Flist-tools&path=src%2Flist.js']) {
    await page.goto(path)
    equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, path + ' fits 390 pixels')
  }
  await page.goto('/code/searches/cs_code')
  await page.locator('.code-lines').nth(1).click()
  equal(await page.locator('tr:has(:target)').isVisible(), true, 'a reason leads to its line without scripts')
}
