// Every page and state of the interview room. servers.cases are the ids of interviews by
// the state they are in.

export async function pages(servers) {
  const at = (name, path, act, base = servers.interviews) => ({ name: 'interview-' + name, path, act, base })
  const one = (name, id, inside = '', act) => at(name, `/interviews/${servers.cases[id]}${inside}`, act)
  const open = (selector) => async (page) => { for (const one of await page.locator(selector).all()) await one.click() }
  const question = (await (await fetch(`${servers.interviews}/interviews/${servers.cases.done}`)).text()).match(/overrule\?question=([^"]+)"/)[1]
  return [
    at('list', '/interviews'),
    at('filtered', '/interviews?status=completed&candidate=sokolova-41'),
    at('nothing', '/interviews?candidate=nobody'),
    at('wrong', '/interviews?status=moon'),
    at('empty', '/interviews', undefined, servers.noInterviews),
    at('readonly', '/interviews/' + servers.cases.done, undefined, servers.readonlyInterviews),
    one('done', 'done'),
    one('done-open', 'done', '', open('.fold > summary, .why > summary, .more > summary')),
    one('quote', 'done', '', async (page) => {
      await page.locator('.fold > summary').first().click()
      await page.locator('.points .point-quote a').first().click()
    }),
    one('english', 'english'),
    one('hostile', 'hostile'),
    one('stopped', 'stopped'),
    one('waiting', 'waiting'),
    one('paused', 'paused'),
    one('cancelled', 'cancelled'),
    one('failed', 'failed'),
    one('queued', 'queued'),
    one('sent', 'sent'),
    at('two-raters', `/interviews/${servers.rated}`, open('.fold > summary, .fold .more > summary'), servers.raters),
    at('overrule', `/interviews/${servers.cases.done}/overrule?question=${question}`),
    at('overrule-wrong', `/interviews/${servers.cases.done}/overrule?question=${question}`, async (page) => {
      await page.locator('.ruling-form .primary').click()
      await page.locator('.field-error').waitFor()
    }),
    one('overrule-score', 'done', '/overrule?competency=knowledge'),
    one('cancel', 'waiting', '/cancel'),
    one('delete', 'done', '/delete'),
    one('deliveries', 'sent', '/deliveries'),
    one('deliveries-open', 'sent', '/deliveries', open('.more > summary')),
    one('deliveries-done', 'done', '/deliveries'),
    one('deliveries-pull', 'english', '/deliveries'),
    at('bias', '/interviews/bias', undefined, servers.raters),
    at('bias-selection', '/interviews/bias?measure=selection_rate', undefined, servers.raters),
    at('bias-empty', '/interviews/bias'),
  ]
}
