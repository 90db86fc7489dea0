// On a phone the conditions are a sheet, a comparison stands below itself, and nothing is wider than
// the screen; the audit of the house measures the rest.
import { withBrowser } from '../../../../tools/browser/browser.mjs'
import { becomes, equal, shows } from '../../../../tools/browser/expect.mjs'

const base = process.argv[2]

await withBrowser(async (open) => {
  const page = await open({ base, lang: 'en', width: 390, height: 844 })
  const conditions = page.locator('#conditions')
  await page.goto('/candidates')
  await becomes(() => conditions.isVisible(), false, 'the conditions before they are asked for')
  await page.locator('.filters-open').click()
  await becomes(() => conditions.isVisible(), true, 'the conditions as a sheet')
  await page.locator('#conditions .chip-entry').first().fill('Kubernetes, AWS,')
  await page.locator('.ask-go').click()
  await conditions.waitFor({ state: 'hidden' })
  await page.waitForFunction(() => document.querySelector('#count')?.innerText.includes('fit'))
  await shows(() => page.locator('.hit').first().innerText(), 'Kubernetes', 'the first of those who fit')

  await page.locator('.pick input').nth(0).check()
  await page.locator('.pick input').nth(1).check()
  await page.locator('.compare-bar .button').click()
  await page.waitForURL('**/compare?**')
  await becomes(() => page.locator('.matrix thead a').count(), 2, 'the people compared')
  const right = await page.locator('.matrix td').evaluateAll((cells) => Math.max(...cells.map((cell) => cell.getBoundingClientRect().right)))
  equal(right <= 390, true, `the cells of the comparison end at ${right} of 390`)

  await page.goto('/candidates?must=Go&min=many')
  await becomes(() => conditions.isVisible(), true, 'conditions of which one is wrong')

  const plain = await open({ base, lang: 'en', width: 390, height: 844, scripts: false })
  await plain.goto('/candidates')
  await plain.locator('.filters-open').click()
  await plain.fill('input[name=must]', 'Kubernetes')
  await plain.locator('.ask-go').click()
  await shows(() => plain.locator('#count').innerText(), 'fit', 'the count without scripts')
})
