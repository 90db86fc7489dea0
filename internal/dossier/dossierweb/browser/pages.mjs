// Every page and state of the room of hiring reports, for the pictures and for axe.

export async function pages(servers) {
  const one = (name, path, act) => ({ name: 'report-' + name, path, act, base: servers.reports })
  const none = (name, path, act) => ({ name: 'report-' + name, path, act, base: servers.noreports })
  const press = (...selectors) => async (page) => { for (const each of selectors) await page.locator(each).first().click() }
  const wrong = async (page) => {
    await page.locator('#people').fill('Иван Петров')
    await page.locator('.order .primary').click()
    await page.locator('.problem').waitFor()
  }
  const open = (page) => page.evaluate(() => { for (const each of document.querySelectorAll('details')) each.open = true })
  return [
    none('empty', '/reports'),
    none('wrong', '/reports', wrong),
    one('list', '/reports'),
    one('asked', '/reports?role=Go+developer'),
    one('whole', '/reports/rep_whole'),
    one('whole-open', '/reports/rep_whole', open),
    one('cell', '/reports/rep_whole', press('.proof-cell')),
    one('unfinished', '/reports/rep_unfinished'),
    one('no-market', '/reports/rep_bare'),
    one('hostile', '/reports/rep_hostile', open),
    one('person', '/reports/rep_whole/candidates/nina-example'),
    one('person-open', '/reports/rep_whole/candidates/nina-example', open),
    one('person-failed', '/reports/rep_whole/candidates/ghost-example'),
    one('person-no-reason', '/reports/rep_whole/candidates/cv_oleg', press('.decide button')),
    one('delete', '/reports/rep_whole/delete'),
    one('forget', '/reports/rep_whole/candidates/nina-example/delete'),
  ]
}
