// Takes the pictures of docs/images from a server of its own over the sample data:
// node screenshots.mjs PROGRAM FOLDER [webp|png] [PATTERN].
import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { scratch, withBrowser } from './browser.mjs'

const [program, folder, format = 'webp', pattern = '.'] = process.argv.slice(2)
const mostBytes = 1_500_000 // of all pictures together

// A picture stands at path, or behind the first link there that begins with to and has words in it.
const pictures = [
  { name: 'home', path: '/', lang: 'en' },
  { name: 'home-phone', path: '/', lang: 'ru', width: 390 },
  { name: 'people', path: '/find?q=Go+Kubernetes', lang: 'en' },
  { name: 'person', path: '/candidates', to: '/candidates/cv_', lang: 'ru' },
  { name: 'vacancy', path: '/vacancies', to: '/vacancies/', words: 'Python', lang: 'en' },
  { name: 'interview', path: '/', to: '/interviews/0', words: 'owen', lang: 'en' },
  { name: 'interview-phone', path: '/', to: '/interviews/0', words: 'owen', lang: 'ru', theme: 'dark', width: 390 },
  { name: 'board', path: '/pipeline', lang: 'ru' },
  { name: 'report', path: '/reports', to: '/reports/rep_', lang: 'en' },
  { name: 'market', path: '/market?basis=gross&from=250000&place=Moscow&role=Go+developer&to=300000', lang: 'en', theme: 'dark' },
  { name: 'exams', path: '/exams/ege/math', lang: 'ru' },
  { name: 'developers', path: '/developers/search_by_skills', lang: 'en', theme: 'dark' },
]

// freePort asks the system for a port that nobody has.
function freePort() {
  return new Promise((done, fail) => {
    const one = createServer().on('error', fail).listen(0, '127.0.0.1', () => {
      const { port } = one.address()
      one.close(() => done(port))
    })
  })
}

// served runs the program over the sample data while work lasts.
async function served(data, work) {
  const address = `127.0.0.1:${await freePort()}`
  const server = spawn(resolve(program), ['serve', '--sample', '--addr', address], { cwd: data, env: { PATH: process.env.PATH, KADRY_DATA: data }, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise((done) => server.on('exit', done))
  try {
    await new Promise((ready, fail) => {
      let log = ''
      server.stderr.on('data', (text) => { log += text; if (log.includes('kadry is ready')) ready() })
      server.on('error', fail)
      ended.then(() => fail(new Error(`the server ended: ${log}`)))
    })
    await work(`http://${address}`)
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

async function take(open, base, { name, path, to, words = '', lang, theme = 'light', width = 1440 }) {
  const page = await open({ base, lang, theme, width, height: width < 500 ? 844 : 900 })
  await page.goto(path, { waitUntil: 'load' })
  if (to) {
    const link = page.locator(`main a[href^="${to}"]`).filter({ hasText: words }).first()
    await page.goto(await link.getAttribute('href'), { waitUntil: 'load' })
  }
  await page.reload({ waitUntil: 'load' }) // the font is in the cache now and is used from the start
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format, ...(format === 'webp' && { quality: 80 }) })
  const picture = Buffer.from(data, 'base64')
  await writeFile(join(folder, `${name}.${format}`), picture)
  await page.context().close()
  return picture.length
}

await mkdir(folder, { recursive: true })
await scratch((data) => served(data, (base) => withBrowser(async (open) => {
  let total = 0
  for (const one of pictures.filter(({ name }) => new RegExp(pattern).test(name))) total += await take(open, base, one)
  console.log(`${total} bytes`)
  if (format === 'webp' && total > mostBytes) throw new Error(`the pictures weigh more than ${mostBytes} bytes`)
})))
