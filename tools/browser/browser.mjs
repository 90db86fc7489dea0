// A Chromium for the page tests: fresh profile, no background traffic.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const args = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup', // pages of the browser's own, which it loads beside each of ours
]

// withBrowser runs work with an opener of pages; everything it opened is closed after.
export async function withBrowser(work) {
  const browser = await chromium.launch({ executablePath: process.env.KADRY_CHROMIUM, args })
  try {
    return await work((options) => open(browser, options))
  } finally {
    await browser.close()
  }
}

// open returns a page in a context of its own. lang and theme are what a person chose.
async function open(browser, { base, lang = 'en', theme = '', width = 1280, height = 900, scripts = true }) {
  const context = await browser.newContext({
    viewport: { width, height }, locale: lang === 'ru' ? 'ru-RU' : 'en-GB', javaScriptEnabled: scripts,
    colorScheme: theme === 'dark' ? 'dark' : 'light', reducedMotion: 'reduce', baseURL: base,
  })
  const cookies = [{ name: 'kadry_lang', value: lang, url: base }]
  if (theme) cookies.push({ name: 'kadry_theme', value: theme, url: base })
  await context.addCookies(cookies)
  const page = await context.newPage()
  page.problems = []
  page.on('pageerror', (error) => page.problems.push(`script error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (4\d\d|503)/.test(message.text())) page.problems.push(`console: ${message.text()}`)
  })
  return page
}

// laidOut lays out what waits until it comes near: what judges a whole page, and a picture of it,
// would miss the rest.
export function laidOut(page) {
  return page.evaluate(() => {
    for (const part of document.querySelectorAll('main *')) if (getComputedStyle(part).contentVisibility === 'auto') part.style.contentVisibility = 'visible'
  })
}

// scratch gives a temporary folder to work and removes it after.
export async function scratch(work) {
  const folder = await mkdtemp(join(tmpdir(), 'kadry-browser-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
