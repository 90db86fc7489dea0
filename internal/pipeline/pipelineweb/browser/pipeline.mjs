// The pipeline room: somebody moves a person by keyboard, rejects one with a reason and writes a
// note; the same is done without scripts, in the other language and on a narrow screen.
import { withBrowser } from '../../../../tools/browser/browser.mjs'
import { becomes, shows, tabTo } from '../../../../tools/browser/expect.mjs'

const base = process.argv[2]
const people = '/vacancies/v_go/people'

await withBrowser(async (open) => {
  await byKeyboard(await open({ base }))
  await plain(await open({ base, lang: 'ru', scripts: false, width: 390 }))
})

async function byKeyboard(page) {
  const keys = page.keyboard
  await page.goto('/pipeline')
  await tabTo(page, '.funnel tbody th a')
  await keys.press('Enter')
  await page.waitForURL('**' + people)
  await tabTo(page, 'select[name="to:cv_eve"]')
  await keys.type('Off')
  await tabTo(page, 'button[value="cv_eve"]')
  await keys.press('Enter')
  await page.locator('.notice').waitFor()
  await shows(() => page.locator('section[aria-labelledby="inside"] .stages').innerText(), 'Offer\n1', 'the count of the stage')

  await page.goto('/candidates/cv_eve?vacancy=v_qa')
  await tabTo(page, '.deciding details:has(#reject-reason) summary')
  await keys.press('Enter')
  await tabTo(page, '#reject-reason')
  await keys.type('Sk')
  await tabTo(page, 'button[value="reject"]')
  await keys.press('Enter')
  await page.waitForURL('**/candidates/cv_eve?vacancy=v_qa')
  await shows(() => page.locator('.deciding').innerText(), 'Rejected: Skills do not fit', 'the rejection')
}

async function plain(page) {
  await page.goto(people + '?view=board')
  const card = page.locator('.place-card').first()
  await card.locator('select').selectOption('rejected')
  await card.locator('button').click()
  await shows(() => page.locator('h1').innerText(), 'Отказ: 1 человек', 'the question for the reason')
  await page.locator('.narrow .primary').click()
  await shows(() => page.locator('.problem').innerText(), 'без неё отказать нельзя', 'what is missing')
  await page.locator('#why').selectOption('salary')
  await page.locator('.narrow .primary').click()
  await shows(() => page.locator('.notice').innerText(), '1 человек', 'what was done')

  await page.goto('/candidates/cv_zoe')
  await page.locator('.deciding details:has(#note-text) summary').click()
  await page.locator('#note-text').fill('Позвонить')
  await page.locator('button[value="note"]').click()
  await shows(() => page.locator('.way').innerText(), 'Позвонить', 'the note')

  for (const path of ['/pipeline', people, people + '?view=board', '/vacancies/v_go/market?count=1', '/candidates/cv_bob', '/pipeline/candidates/cv_bob']) {
    await page.goto(path)
    await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, path + ' fits 390 pixels')
  }
}
