// The list and the CV beside it: keys and presses move both, the address keeps who is shown.
import { withBrowser } from '../../../../tools/browser/browser.mjs'
import { becomes, equal, focused, shows } from '../../../../tools/browser/expect.mjs'

const base = process.argv[2]

await withBrowser(async (open) => {
  const page = await open({ base, width: 1440 })
  const keys = page.keyboard
  const pane = page.locator('#pane')
  const beside = (name) => page.locator('#pane h2 a', { hasText: name }).waitFor()
  await page.goto('/candidates?must=Kubernetes')
  const names = await page.locator('.panes .hit-link').allInnerTexts()
  await beside(names[0])
  await becomes(() => new URL(page.url()).searchParams.get('at'), null, 'the address before a choice')
  const heights = await page.locator('.panes-list .hits').first().locator('.hit').evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)))
  equal(heights.every((height) => height >= 44 && height <= 46), true, `rows of 44 pixels, got ${heights}`)

  await keys.press('j')
  await keys.press('j')
  await beside(names[1])
  await keys.press('ArrowDown')
  await beside(names[2])
  await keys.press('ArrowUp')
  await beside(names[1])
  await becomes(() => focused(page), names[1], 'the focus')
  await shows(() => pane.innerHTML(), '<mark', 'the CV with what matched')
  const at = new URL(page.url()).searchParams.get('at')
  await page.reload()
  await beside(names[1])
  await becomes(() => page.locator('.hit:has([aria-current])').getAttribute('id'), 'hit-' + at, 'the row after a reload')

  await page.locator('.panes .hit').nth(3).click({ position: { x: 20, y: 30 } })
  await beside(names[3])
  await becomes(() => new URL(page.url()).pathname, '/candidates', 'a press stays')
  await keys.press('Enter')
  await page.waitForURL('**/candidates/cv_**')
  await becomes(() => page.locator('h1').innerText(), names[3], 'the page after Enter')
  await page.goBack()
  await beside(names[3])

  const phone = await open({ base, width: 390 })
  await phone.goto('/candidates?must=Kubernetes')
  await becomes(() => phone.locator('#pane:visible').count(), 0, 'a second pane on a telephone')
  await phone.locator('.hit-link').first().click()
  await phone.waitForURL('**/candidates/cv_**')
  const plain = await open({ base, width: 1440, scripts: false })
  await plain.goto('/candidates?must=Kubernetes')
  await becomes(() => plain.locator('#pane:visible').count(), 0, 'a second pane without scripts')
  await plain.locator('.hit-link').first().click()
  await plain.waitForURL('**/candidates/cv_**')
  equal(page.problems.join('\n'), '', 'problems on the way')
})
