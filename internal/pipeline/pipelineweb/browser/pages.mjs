// Every page and state of the pipeline room, for the pictures and for axe.

export async function pages(servers) {
  const one = (name, path, act) => ({ name: 'pipeline-' + name, path, act, base: servers.pipeline })
  const none = (name, path, act) => ({ name: 'pipeline-' + name, path, act, base: servers.nopipeline })
  const people = '/vacancies/v_go/people'
  const open = (page) => page.evaluate(() => { for (const each of document.querySelectorAll('details')) each.open = true })
  const reject = async (page) => {
    const inside = page.locator('section[aria-labelledby="inside"] .move-one')
    await inside.locator('select').first().selectOption('rejected')
    await inside.locator('button').first().click()
    await page.locator('.narrow h1').waitFor()
  }
  const rejectForNothing = async (page) => {
    await reject(page)
    await page.locator('.narrow .primary').click()
    await page.locator('.problem').waitFor()
  }
  return [
    none('empty', '/pipeline'),
    none('people-empty', people),
    none('people-no-needs', '/vacancies/v_qa/people'),
    none('board-empty', people + '?view=board'),
    none('market-empty', '/vacancies/v_go/market'),
    none('person-empty', '/candidates/cv_ada'),
    one('all', '/pipeline'),
    one('people', people),
    one('people-open', people, open),
    one('people-blind', people + '?blind=1'),
    one('people-filtered', people + '?stage=rejected&tag=nobody'),
    one('board', people + '?view=board'),
    one('nobody-ticked', people + '?nobody=1'),
    one('reason', people, reject),
    one('reason-missing', people, rejectForNothing),
    one('market-kept', '/vacancies/v_go/market'),
    one('market', '/vacancies/v_go/market?count=1'),
    one('candidate', '/candidates/cv_bob', open),
    one('candidate-blind', '/candidates/cv_bob?blind=1'),
    one('person', '/pipeline/candidates/cv_bob'),
  ]
}
