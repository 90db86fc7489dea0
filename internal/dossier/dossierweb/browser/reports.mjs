// The room of hiring reports: somebody asks for a report by keyboard, opens the evidence of a
// cell and closes it, and decides with a reason; the same is read without scripts, in the other
// language and on a narrow screen.
import { withBrowser } from '../../../../tools/browser/browser.mjs'
import { becomes, focused, shows, tabTo } from '../../../../tools/browser/expect.mjs'

const base = process.argv[2]

await withBrowser(async (open) => {
  await byKeyboard(await open({ base }))
  await plain(await open({ base, lang: 'ru', scripts: false, width: 390 }))
})

async function byKeyboard(page) {
  const keys = page.keyboard
  await page.goto('/reports')
  await tabTo(page, '.new-report summary')
  await keys.press('Enter')
  await tabTo(page, '#role')
  await keys.type('Go developer')
  await tabTo(page, '#skills')
  await keys.type('golang, postgres')
  await tabTo(page, '#people')
  await keys.type('@ada-example cv_ada')
  await keys.press('Tab')
  await becomes(() => focused(page), 'cv-0', 'the field after the people')
  await tabTo(page, '.order .primary')
  await keys.press('Enter')
  await page.waitForURL('**/reports/rep_*')
  await becomes(() => page.locator('h1').innerText(), 'Go developer', 'the role')
  await shows(() => page.locator('.report-lead').innerText(), 'On the list: 1', 'the report in a sentence')

  await tabTo(page, '.proof-cell')
  await keys.press('Enter')
  await shows(() => page.locator('.proof-pop:popover-open').innerText(), 'Services in Go', 'the evidence of a cell')
  await keys.press('Escape')
  await becomes(() => page.locator('.proof-pop:popover-open').count(), 0, 'evidence left open')

  await tabTo(page, '.skill-matrix tbody th a')
  await keys.press('Enter')
  await page.waitForURL('**/candidates/ada-example')
  await tabTo(page, '#reason')
  await keys.type('Met in person')
  await tabTo(page, '.decide button[value="hold"]')
  await keys.press('Enter')
  await page.locator('.notice').waitFor()
  await shows(() => page.locator('.case-side').innerText(), 'Met in person', 'the decision of the person')
}

async function plain(page) {
  await page.goto('/reports/rep_whole')
  await shows(() => page.locator('.report-lead').innerText(), 'Всего в списке: 6', 'the report in a sentence')
  await page.locator('.proof-cell').first().click()
  await shows(() => page.locator('.proof-pop:popover-open').innerText(), 'Свои коммиты', 'the evidence without scripts')
  await page.keyboard.press('Escape')
  for (const path of ['/reports', '/reports/rep_whole', '/reports/rep_hostile', '/reports/rep_whole/candidates/nina-example', '/reports/rep_hostile/candidates/nina-example']) {
    await page.goto(path)
    await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, path + ' fits 390 pixels')
  }
  await page.goto('/reports')
  await page.locator('.new-report summary').click()
  await page.locator('#role').fill('Роль')
  await page.locator('.order .primary').click()
  await shows(() => page.locator('#people-wrong').innerText(), 'Укажите хотя бы одного человека', 'what is wrong beside its field')
  await becomes(() => page.locator('#role').inputValue(), 'Роль', 'what was typed')
}
