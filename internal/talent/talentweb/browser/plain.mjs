// Everything reads, searches and acts without JavaScript.
import { withBrowser } from '../../../../tools/browser/browser.mjs'
import { equal, holds } from '../../../../tools/browser/expect.mjs'

const [base, file] = [process.argv[2], JSON.parse(process.argv[3])]

await withBrowser(async (open) => {
  const page = await open({ base, lang: 'ru', scripts: false })
  await page.goto('/candidates')
  equal(await page.locator('.chip-entry:visible').count(), 0, 'fields that need a script')
  await page.fill('input[name=must]', 'Kubernetes, AWS')
  await page.locator('.ask-go').click()
  equal(new URL(page.url()).search, '?must=Kubernetes%2C+AWS', 'the address of a plain search')
  holds(await page.locator('#count').innerText(), 'Подходят', 'the count')
  await page.locator('.hit .why summary').first().click()
  holds(await page.locator('.hit .why[open]').innerText(), 'Из чего складывается', 'the opened score')
  await page.locator('.hit .why summary').first().click()
  await page.locator('summary.finding-line').first().click()
  holds(await page.locator('.finding details[open]').innerText(), 'Кто так решил', 'the opened evidence')
  await page.locator('.pick input').nth(0).check()
  await page.locator('.pick input').nth(1).check()
  await page.locator('.compare-bar .button').click()
  equal(await page.locator('.matrix thead th').count(), 3, 'columns of the comparison')
  await page.locator('.matrix thead a').first().click()
  holds(await page.locator('.cv-text').innerText(), 'Kubernetes', 'the text')
  await page.locator('[data-dialog=delete]').click()
  holds(await page.locator('main').innerText(), 'Отменить это нельзя.', 'the page that asks')
  await page.locator('.danger-full').click()
  holds(await page.locator('.notice').innerText(), 'Кандидат удалён', 'the notice')
  await page.goto('/upload')
  await page.setInputFiles('#file', [{ name: file.name, mimeType: 'text/plain', buffer: Buffer.from(file.text) }])
  await page.locator('.primary').click()
  holds(await page.locator('.outcomes').innerText(), file.name, 'the outcome')
  await page.locator('.choices button[name=lang]:visible').click()
  equal(await page.locator('html').getAttribute('lang'), 'en', 'the language after the switch')
  await page.locator('.choices button[value=dark]:visible').click()
  equal(await page.locator('html').getAttribute('data-theme'), 'dark', 'the theme after the switch')
})
