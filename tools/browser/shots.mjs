// Takes a picture of every page in every look: node shots.mjs FOLDER '{"full": URL, ...}' PATTERN PAGES.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { laidOut, withBrowser } from './browser.mjs'

const [folder, servers, wanted] = [process.argv[2], JSON.parse(process.argv[3]), new RegExp(process.argv[4] || '.')]
const { pages } = await import(process.argv[5])
await mkdir(folder, { recursive: true })
await withBrowser(async (open) => {
  for (const lang of ['en', 'ru']) for (const theme of ['light', 'dark']) for (const width of [1280, 390]) {
    for (const one of await pages(servers)) {
      const name = `${one.name}-${lang}-${theme}-${width}`
      if (!wanted.test(name)) continue
      const page = await open({ base: one.base, lang, theme, width })
      await page.goto(one.path, { waitUntil: 'load' })
      if (one.act) await one.act(page)
      await laidOut(page)
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
      await page.context().close()
    }
  }
})
