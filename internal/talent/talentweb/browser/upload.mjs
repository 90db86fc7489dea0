// Files are dropped, a folder among them, and each gets its outcome.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { scratch, withBrowser } from '../../../../tools/browser/browser.mjs'
import { becomes, equal, shows } from '../../../../tools/browser/expect.mjs'

const [base, files] = [process.argv[2], JSON.parse(process.argv[3])]

await withBrowser((open) => scratch(async (folder) => {
  const page = await open({ base, lang: 'ru' })
  await page.goto('/upload')

  // The first file is dropped as it is, the others in a folder inside a folder.
  await mkdir(join(folder, 'batch', 'more'), { recursive: true })
  const paths = await Promise.all(files.map(async ({ name, text }, i) => {
    const path = join(folder, ...(i === 0 ? [] : i % 2 ? ['batch'] : ['batch', 'more']), name)
    await writeFile(path, text)
    return path
  }))
  const { x, y, width, height } = await page.locator('[data-drop]').boundingBox()
  const protocol = await page.context().newCDPSession(page)
  const drag = (type) => protocol.send('Input.dispatchDragEvent', {
    type, x: x + width / 2, y: y + height / 2,
    data: { items: [], files: [paths[0], join(folder, 'batch')], dragOperationsMask: 1 },
  })
  await drag('dragEnter')
  await drag('dragOver')
  await becomes(() => page.locator('[data-drop][data-over]').count(), 1, 'the zone shows where to drop')
  await drag('drop')
  // What is dropped is chosen and not sent: tags are written before.
  await page.locator('[data-chosen]', { hasText: `Выбрано файлов: ${files.length}` }).waitFor()
  await page.fill('#tags', 'осень')
  await page.locator('.primary').click()
  await page.locator('[data-upload-count]', { hasText: `Готово: ${files.length} из ${files.length}` }).waitFor()
  await becomes(() => page.locator('.outcome-added').count(), files.length - 1, 'files taken in')
  await shows(() => page.locator('.outcome-rejected').innerText(), 'не прочитано', 'the file nobody can read')
  await shows(() => page.locator('.outcomes').innerText(), 'Liam Corbett', 'what was understood')

  await page.setInputFiles('#file', [{ name: files[0].name, mimeType: 'text/plain', buffer: Buffer.from(files[0].text) }])
  await shows(() => page.locator('[data-chosen]').innerText(), 'Выбрано файлов: 1', 'the choice')
  await page.locator('.primary').click()
  await page.locator('.outcome-duplicate').waitFor()

  // Many files are work with a page of its own, which shows them done without a reload.
  const many = Array.from({ length: 30 }, (_, i) => ({ name: `cv-${i}.txt`, mimeType: 'text/plain', buffer: Buffer.from(`Person Example ${i}\nGo developer\n\nSkills\nGo, Docker\nNumber ${i}`) }))
  await page.setInputFiles('#file', [...many, { name: 'holiday.png', mimeType: 'image/png', buffer: Buffer.from('\x89PNG') }])
  await page.locator('.primary').click()
  await page.waitForURL('**/tasks/task_*')
  await page.locator('#task', { hasText: 'Готово' }).waitFor()
  await shows(() => page.locator('#task').innerText(), '31 из 31', 'the count')
  await shows(() => page.locator('#task-answer').innerText(), 'добавлено 30, уже в базе 0, не прочитан 1', 'what became of the files')
  await becomes(() => page.locator('#task-cancel button').count(), 0, 'buttons that stop what is done')
  await page.reload()
  await shows(() => page.locator('#task-answer').innerText(), 'holiday.png', 'the file nobody can read, after a reload')
  await page.goto('/tasks')
  await shows(() => page.locator('.tasks').innerText(), 'Добавление резюме', 'the list of work')

  await page.goto('/upload')
  await page.route('**/upload', (route) => route.abort())
  await page.setInputFiles('#file', [{ name: 'lost.txt', mimeType: 'text/plain', buffer: Buffer.from('Go') }])
  await page.locator('.primary').click()
  await page.locator('.outcome-rejected', { hasText: 'Файл не дошёл' }).waitFor()

  await page.goto('/candidates')
  await shows(() => page.locator('#count').innerText(), `В базе ${files.length - 1 + many.length} кандидата`, 'the base after the upload')
  equal(page.problems.filter((text) => !text.includes('ERR_FAILED')).join('\n'), '', 'problems on the way')
}))
