// The list that follows the form: what a slow, a late and a missing answer look like.
import { withBrowser } from '../../../../tools/browser/browser.mjs'
import { becomes, focused, shows } from '../../../../tools/browser/expect.mjs'

const base = process.argv[2]

await withBrowser(async (open) => {
  const page = await open({ base, lang: 'ru' })
  await page.goto('/candidates?must=Go')
  await page.evaluate(() => { window.before = document.getElementById('count') })

  // The keys work on a Russian layout too, where j is о and / is a full stop.
  const press = (key, code, more) => page.evaluate(([key, code, more]) => document.activeElement.dispatchEvent(
    new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true, ...more })), [key, code, more])
  await press('о', 'KeyJ')
  await becomes(() => page.evaluate(() => document.activeElement.className), 'hit-link', 'the focus after о')
  await press('.', 'Slash')
  await becomes(() => focused(page), 'search', 'the focus after the full stop')
  await page.evaluate(() => document.activeElement.blur())
  await press('л', 'KeyK', { ctrlKey: true })
  await becomes(() => page.locator('#palette[open]').count(), 1, 'the palette after Ctrl л')
  await page.keyboard.press('Escape')

  let release
  const held = new Promise((done) => { release = done })
  await page.route('**/candidates?*', async (route) => { await held; await route.continue() }, { times: 1 })
  await page.selectOption('#level', 'senior')
  const skeleton = page.locator('.results.htmx-request .skeleton')
  await skeleton.waitFor()
  await page.waitForFunction(() => getComputedStyle(document.querySelector('.skeleton')).opacity === '1')
  release()
  await page.waitForURL('**/candidates?level=senior&must=Go')
  await skeleton.waitFor({ state: 'hidden' })
  await becomes(() => page.evaluate(() => window.before === document.getElementById('count')), true, 'the region that is read out stays the same element')
  await shows(() => page.locator('.conditions').innerText(), 'Уровень: сеньор', 'the conditions')

  // An answer that comes late must not replace the one for the newer question.
  const late = []
  await page.route('**/candidates?*', async (route) => {
    if (route.request().url().includes('level=junior')) { late.push(route); return }
    await route.continue()
  })
  await page.selectOption('#level', 'junior')
  await page.waitForRequest((request) => request.url().includes('level=junior'))
  await page.selectOption('#level', 'mid')
  await page.waitForURL('**level=mid**')
  for (const route of late) await route.continue().catch(() => {}) // it was given up, which is the point
  await shows(() => page.locator('.conditions').innerText(), 'Уровень: мидл', 'the conditions after a late answer')

  await page.unroute('**/candidates?*')
  await page.route('**/candidates?*', (route) => route.abort())
  await page.selectOption('#level', 'senior')
  await page.locator('#offline:visible').waitFor()
  await page.unroute('**/candidates?*')
  await page.locator('.ask-go').click()
  await page.locator('#offline').waitFor({ state: 'hidden' })
  await shows(() => page.locator('.conditions').innerText(), 'Уровень: сеньор', 'the conditions after trying again')
})
