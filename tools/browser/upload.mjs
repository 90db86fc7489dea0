// Files are dropped, a folder among them, and each gets its outcome.
import { withBrowser } from './browser.mjs'
import { equal, holds } from './expect.mjs'

const [base, files] = [process.argv[2], JSON.parse(process.argv[3])]

await withBrowser(async (open) => {
  const page = await open({ base, lang: 'ru' })
  await page.goto('/upload')
  const dropped = await page.evaluateHandle((files) => {
    const data = new DataTransfer()
    for (const { name, text } of files) data.items.add(new File([text], name))
    return data
  }, files)
  await page.dispatchEvent('[data-drop]', 'dragover', { dataTransfer: dropped })
  equal(await page.locator('[data-drop][data-over]').count(), 1, 'the zone shows where to drop')
  await page.dispatchEvent('[data-drop]', 'drop', { dataTransfer: dropped })
  await page.locator('[data-upload-count]', { hasText: `Готово: ${files.length} из ${files.length}` }).waitFor()
  equal(await page.locator('.outcome-added').count(), files.length - 1, 'files taken in')
  holds(await page.locator('.outcome-rejected').innerText(), 'не прочитано', 'the file nobody can read')
  holds(await page.locator('.outcomes').innerText(), 'Liam Corbett', 'what was understood')

  await page.setInputFiles('#file', [{ name: files[0].name, mimeType: 'text/plain', buffer: Buffer.from(files[0].text) }])
  holds(await page.locator('[data-chosen]').innerText(), 'Выбрано файлов: 1', 'the choice')
  await page.locator('.primary').click()
  await page.locator('.outcome-duplicate').waitFor()

  await page.route('**/upload', (route) => route.abort())
  await page.setInputFiles('#file', [{ name: 'lost.txt', mimeType: 'text/plain', buffer: Buffer.from('Go') }])
  await page.locator('.primary').click()
  await page.locator('.outcome-rejected', { hasText: 'Файл не дошёл' }).waitFor()

  await page.goto('/candidates')
  holds(await page.locator('#count').innerText(), `В базе ${files.length - 1} кандидата`, 'the base after the upload')
  equal(page.problems.filter((text) => !text.includes('ERR_FAILED')).join('\n'), '', 'problems on the way')
})
