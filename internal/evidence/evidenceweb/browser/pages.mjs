// Every page and state of the evidence room, for the pictures and for axe.

export async function pages(servers) {
  const one = (name, path, act) => ({ name: 'evidence-' + name, path, act, base: servers.evidence })
  const skills = '?skills=' + encodeURIComponent('Go, PostgreSQL, FastAPI, React, Kubernetes')
  const both = '/evidence/compare?a=ada-example&b=bora-sample&skills=' + encodeURIComponent('Go, PostgreSQL, FastAPI, Kubernetes')
  const press = (...selectors) => async (page) => { for (const each of selectors) await page.locator(each).first().click() }
  return [
    one('start', '/evidence'),
    one('wrong', '/evidence?login=a--b'),
    one('card', '/evidence/ada-example' + skills),
    one('card-open', '/evidence/ada-example' + skills, press('#skill-0 summary', '#skill-4 summary', 'section .more summary')),
    one('card-all-open', '/evidence/ada-example' + skills, (page) => page.evaluate(() => { for (const each of document.querySelectorAll('details')) each.open = true })),
    one('card-free', '/evidence/ada-example'),
    one('single', '/evidence/bora-sample?skills=fast+api'),
    one('empty', '/evidence/finn-blank'),
    one('no-token', '/evidence/plain-demo?skills=Go'),
    one('missing', '/evidence/gone-demo?skills=Go'),
    one('limited', '/evidence/limit-demo?skills=Go'),
    one('silent', '/evidence/silent-demo'),
    one('hostile', '/evidence/hostile-demo?skills=Go', press('.change summary')),
    one('compare-empty', '/evidence/compare?a=ada-example'),
    one('compare', both),
    one('compare-missing', '/evidence/compare?a=ada-example&b=gone-demo&skills=Go'),
    one('compare-hostile', '/evidence/compare?a=hostile-demo&b=ada-example'),
  ]
}
