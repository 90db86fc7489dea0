// Every page and state: no violation of axe, no layout shift, no problem of a script, and no page
// wider than the window. A run looks at each page in one of the looks, at pages beside each other
// in different ones; with KADRY_TEST_EFFORT of 10 or more at each in all of them.
// node audit.mjs SERVERS PAGES, where PAGES is the module that lists them.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { laidOut, withBrowser } from './browser.mjs'

const servers = JSON.parse(process.argv[2])
const { pages } = await import(process.argv[3])
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const everyLook = Number(process.env.KADRY_TEST_EFFORT) >= 10
const looks = [['en', 'light', 1280], ['ru', 'dark', 1280], ['ru', 'light', 390]]

const watch = () => {
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!entry.hadRecentInput) window.shifts.push({ value: entry.value, what: entry.sources.map((source) => source.node?.nodeName + '.' + source.node?.className) })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

// visit opens a page and returns what moved until it was painted twice.
async function visit(page, path) {
  await page.goto(path, { waitUntil: 'load' })
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(window.shifts)))))
}

let failed = false
const complain = (where, what) => { failed = true; console.log(`${where}: ${what}`) }

await withBrowser(async (open) => {
  for (const [look, [lang, theme, width]] of looks.entries()) for (const [n, one] of (await pages(servers)).entries()) {
    if (!everyLook && n % looks.length !== look) continue
    const where = `${one.name} ${lang} ${theme} ${width}`
    const page = await open({ base: one.base, lang, theme, width })
    await page.addInitScript(watch)
    let shifts = await visit(page, one.path)
    // A busy machine may paint half a page now and then; what the page itself does, it does each time.
    for (let again = 0; shifts.length && again < 3; again++) shifts = await visit(page, one.path)
    if (shifts.length) complain(where, `the layout shifts: ${JSON.stringify(shifts)}`)
    if (one.act) await one.act(page)
    await laidOut(page)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    if (wide > 0) complain(where, `the page is ${wide} px wider than the window`)
    const twice = await page.evaluate(() => [...document.querySelectorAll('[id]')].map((e) => e.id).filter((id, i, all) => all.indexOf(id) !== i))
    if (twice.length) complain(where, `more than one element has the id ${twice}`)
    await page.evaluate(axe) // not a script tag: the policy of the page forbids foreign ones
    const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
    for (const v of violations) complain(where, `axe ${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(' | ')}`)
    for (const text of page.problems) complain(where, text)
    await page.context().close()
  }
})
if (failed) process.exit(1)
