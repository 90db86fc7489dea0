// What people come for, done in a browser over the binary: how many clicks, fields and seconds of the
// machine each takes. A task that takes more clicks or fields than it may fails.
import { withBrowser } from '../../../tools/browser/browser.mjs'
import { holds, shows } from '../../../tools/browser/expect.mjs'

const base = process.argv[2]
const vacancy = 'We look for a backend developer: Go, PostgreSQL and Kubernetes. Docker is a plus.'

await withBrowser(async (open) => {
  const page = await open({ base })
  await measured(page, 'from an empty server to five ranked people for a pasted vacancy', { clicks: 4, fields: 2 }, async (hand) => {
    await page.goto('/')
    await hand.click('form[action="/sample"] button')
    await hand.click('.rooms a[href="/vacancies"]')
    await hand.click('a[href="/vacancies/new"]')
    await hand.fill('[name="title"]', 'Backend developer')
    await hand.fill('[name="requirements"]', vacancy)
    await hand.click('.vacancy-save .primary')
    await page.waitForURL('**/people*')
    if (await page.locator('.person').count() < 5) throw new Error('fewer than five people are shown')
  })
  const people = page.url()
  await measured(page, 'invite the first', { clicks: 2, fields: 0 }, async (hand) => {
    await hand.click('.person a[href^="/invite"]')
    await hand.click('main form .primary')
    await shows(() => page.locator('main').innerText(), '/i/', 'the link')
  })
  await page.goto(people)
  await page.locator('.person h3 a').first().click()
  await measured(page, 'reject with a reason', { clicks: 2, fields: 1 }, async (hand) => {
    await hand.click('.deciding details:has(#reject-reason) summary')
    await hand.choose('#reject-reason', { index: 1 })
    await hand.click('button[value="reject"]')
    await shows(() => page.locator('.deciding').innerText(), 'Rejected', 'the decision')
  })
  await measured(page, 'find a person by surname', { clicks: 0, fields: 1 }, async (hand) => {
    await page.goto('/')
    await hand.fill('#search', 'Okafor')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search*')
    await shows(() => page.locator('main').innerText(), 'Daniel Okafor', 'the person')
  })
  await page.goto(people)
  const somebody = await page.locator('.person h3 a').first().getAttribute('href')
  await page.goto(somebody)
  await measured(page, 'delete a person with everything kept of them', { clicks: 2, fields: 0 }, async (hand) => {
    await hand.click('.case-side a.danger')
    const goes = await page.locator('dialog[open], .sheet-page').innerText()
    holds(goes, '1 invitation to an interview', 'what goes')
    holds(goes, 'decision', 'what goes')
    await hand.click('dialog[open] .danger-full, .sheet-page .danger-full')
    await page.waitForURL('**/candidates?deleted=1')
  })
  const left = people.replace(/people.*/, 'interviews')
  await page.goto(left)
  await shows(() => page.locator('main').innerText(), 'Nobody is invited yet', 'the invitations')
  if (page.problems.length > 0) throw new Error(page.problems.join('\n'))
})

// measured does a task by a hand that counts, and prints what it took.
async function measured(page, task, most, work) {
  const took = { clicks: 0, fields: 0 }
  const began = performance.now()
  await work({
    // A click waits for the page it leads to, and the sample takes its time on a busy machine.
    click: async (what) => { took.clicks++; await page.locator(what).first().click({ timeout: 120_000 }) },
    fill: async (what, text) => { took.fields++; await page.locator(what).first().fill(text) },
    choose: async (what, option) => { took.fields++; await page.locator(what).first().selectOption(option) },
  })
  console.log(`${task}: ${took.clicks} clicks, ${took.fields} fields, ${((performance.now() - began) / 1000).toFixed(1)} s`)
  for (const kind of ['clicks', 'fields']) {
    if (took[kind] > most[kind]) throw new Error(`${task}: ${took[kind]} ${kind}, at most ${most[kind]}`)
  }
}
