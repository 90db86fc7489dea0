// How long a phone waits for the first paint of every page: node paint.mjs SERVER '[{"route": ..., "path": ...}, ...]'.
// The network and the processor are those by which Lighthouse judges a phone: 150 ms a request,
// 1.6 Mbit/s down, a quarter of this machine's speed; the cache is empty for every page. Prints a
// line of JSON: for each page the milliseconds from the request to the first content.
import { withBrowser } from './browser.mjs'

const [base, places] = [process.argv[2], JSON.parse(process.argv[3])]
const network = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }
const slower = Number(process.argv[4] || 4)

await withBrowser(async (open) => {
  const waits = {}
  for (const { path } of places) {
    const page = await open({ base, width: 390, height: 844, lang: 'ru' })
    await page.waitForTimeout(1000) // until the browser itself is at rest
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', network)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.goto(path, { waitUntil: 'load' })
    waits[path] = Math.round(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime))
    await page.context().close()
  }
  console.log(JSON.stringify(waits))
})
