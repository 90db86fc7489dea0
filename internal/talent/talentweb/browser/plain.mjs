// Everything reads, searches and acts without JavaScript.
import { withBrowser } from '../../../../tools/browser/browser.mjs'
import { becomes, shows } from '../../../../tools/browser/expect.mjs'

const [base, file] = [process.argv[2], JSON.parse(process.argv[3])]

await withBrowser(async (open) => {
  const page = await open({ base, lang: 'ru', scripts: false })
  await page.goto('/candidates')
  await becomes(() => page.locator('.chip-entry:visible').count(), 0, 'fields that need a script')
  await page.fill('input[name=must]', 'Kubernetes, AWS')
  await page.locator('.ask-go').click()
  await becomes(() => new URL(page.url()).search, '?must=Kubernetes%2C+AWS', 'the address of a plain search')
  await shows(() => page.locator('#count').innerText(), 'Подходят', 'the count')
  await page.locator('.hit .why summary').first().click()
  await shows(() => page.locator('.hit .why[open]').innerText(), 'Из чего складывается', 'the opened score')
  await page.locator('.hit .why summary').first().click()
  await page.locator('summary.finding-line').first().click()
  await shows(() => page.locator('.finding details[open]').innerText(), 'Кто так решил', 'the opened evidence')
  await page.locator('.pick input').nth(0).check()
  await page.locator('.pick input').nth(1).check()
  await page.locator('.compare-bar .button').click()
  await becomes(() => page.locator('.matrix thead th').count(), 3, 'columns of the comparison')
  await page.locator('.matrix thead a').first().click()
  await shows(() => page.locator('.cv-text').innerText(), 'Kubernetes', 'the text')
  await page.locator('[data-dialog=delete]').click()
  await shows(() => page.locator('main').innerText(), 'Отменить это нельзя.', 'the page that asks')
  await page.locator('.danger-full').click()
  await shows(() => page.locator('.notice').innerText(), 'Кандидат удалён', 'the notice')
  await page.goto('/upload')
  await page.setInputFiles('#file', [{ name: file.name, mimeType: 'text/plain', buffer: Buffer.from(file.text) }])
  await page.locator('.primary').click()
  await shows(() => page.locator('.outcomes').innerText(), file.name, 'the outcome')
  await page.locator('.choices button[name=lang]:visible').click()
  await becomes(() => page.locator('html').getAttribute('lang'), 'en', 'the language after the switch')
  await page.locator('.choices button[value=dark]:visible').click()
  await becomes(() => page.locator('html').getAttribute('data-theme'), 'dark', 'the theme after the switch')
})
