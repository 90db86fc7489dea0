// Every page of a server: node walk.mjs SERVER '[{"route": ..., "path": ...}, ...]' [FOLDER PATTERN].
// At 390 and 1440 pixels nothing is wider than the window; on the phone every target is at least 44
// pixels high and wide; without scripts there is a heading and something under it. axe looks at a
// slice drawn anew on each run, in one of the languages and themes, and with KADRY_TEST_EFFORT of 10
// or more at every page in all of them. FOLDER takes pictures of what fits PATTERN.
import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { laidOut, withBrowser } from './browser.mjs'

const [base, places, folder, pattern] = [process.argv[2], JSON.parse(process.argv[3]), process.argv[4], new RegExp(process.argv[5] || '.')]
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const everyLook = Number(process.env.KADRY_TEST_EFFORT) >= 10
const slices = 4
const drawn = Math.floor(Math.random() * slices)
const looks = [['en', 'light'], ['ru', 'dark'], ['ru', 'light'], ['en', 'dark']]
if (folder) await mkdir(folder, { recursive: true })

const complaints = new Map()
const complain = (where, what) => complaints.set(what, [...(complaints.get(what) ?? []), where])

// wide names what sticks out of the window and cannot be scrolled in a frame of its own.
const wide = () => {
  const room = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth <= room) return ''
  const out = [...document.querySelectorAll('body *:not(.scroll *)')].filter((e) => e.getBoundingClientRect().right > room + 1)
  return out.slice(0, 3).map((e) => `${e.nodeName.toLowerCase()}.${e.className?.baseVal ?? e.className} in .${e.parentElement.className}`).join(' ') || 'the page'
}

// small lists targets that a finger misses. A link inside of a sentence is as high as the sentence.
const small = () => {
  const least = 44 - 0.5 // borders fall between pixels
  const inSentence = (e) => {
    if (e.nodeName !== 'A' || getComputedStyle(e).display !== 'inline') return false
    const block = e.closest('p, dd, figcaption, caption, .hint, .note, .document')
    return Boolean(block) && block.textContent.trim().length > e.textContent.trim().length
  }
  const box = (e) => {
    const boxes = [e, ...(e.labels ?? [])].map((one) => one.getBoundingClientRect())
    return [Math.max(...boxes.map((b) => b.width)), Math.max(...boxes.map((b) => b.height))]
  }
  const list = []
  for (const e of document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')) {
    if (!e.checkVisibility({ visibilityProperty: true }) || e.closest('.sr, .skip, dialog:not([open])') || e.matches('.sr, .skip, :disabled') || inSentence(e)) continue
    const [width, height] = box(e)
    if (width === 0 || height === 0) continue
    const narrow = e.nodeName === 'A' ? 24 : least // a short word is its own width
    if (height < least || width < narrow) list.push(`${e.nodeName.toLowerCase()}.${String(e.className).replaceAll(' ', '.')} in .${String(e.parentElement.className).split(' ')[0] || e.parentElement.nodeName}: ${Math.round(width)}x${Math.round(height)}`)
  }
  return [...new Set(list)]
}

async function judge(page, where) {
  await page.evaluate(axe) // not a script tag: the policy of the page forbids foreign ones
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
  for (const v of violations) complain(where, `axe ${v.id}: ${v.help}: ${v.nodes.slice(0, 2).map((n) => n.html.slice(0, 160)).join(' | ')}`)
}

const nameOf = (place) => place.route.replace(/^GET \//, '').replaceAll(/[^a-z]+/gi, '-').replace(/-$/, '') || 'home'

await withBrowser(async (open) => {
  for (const [look, [lang, theme]] of looks.entries()) {
    const page = await open({ base, lang, theme, width: 390, height: 844 })
    for (const [n, place] of places.entries()) {
      if (!everyLook && n % looks.length !== look) continue
      await page.goto(place.path, { waitUntil: 'load' })
      for (const width of [390, 1440]) {
        const where = `${place.path} ${lang} ${theme} ${width}`
        await page.setViewportSize({ width, height: 844 })
        await laidOut(page)
        const sticks = await page.evaluate(wide)
        if (sticks) complain(where, `wider than the window: ${sticks}`)
        if (width === 390) for (const one of await page.evaluate(small)) complain(where, `small target: ${one}`)
        if (everyLook || Math.floor(n / looks.length) % slices === drawn) await judge(page, where)
        if (folder && pattern.test(nameOf(place))) await page.screenshot({ path: join(folder, `${nameOf(place)}-${n}-${lang}-${theme}-${width}.png`), fullPage: true })
      }
      for (const text of page.problems.splice(0)) complain(place.path, text)
    }
    await page.context().close()
  }
  const plain = await open({ base, width: 390, scripts: false })
  for (const place of places) {
    await plain.goto(place.path, { waitUntil: 'load' })
    const heading = (await plain.locator('main h1').first().innerText()).trim()
    const text = (await plain.locator('main').innerText()).trim()
    if (!heading || text.length < heading.length + 10) complain(place.path, 'without scripts there is nothing to read')
  }
})
console.log(`${places.length} pages; axe ${everyLook ? 'at all' : `at slice ${drawn} of ${slices}`}`)
for (const [what, where] of complaints) console.log(`${what}\n    at ${where.slice(0, 3).join(', ')}${where.length > 3 ? ` and ${where.length - 3} more` : ''}`)
if (complaints.size > 0) process.exit(1)
