// Every page and state of the market room, for the pictures and for axe.

export async function pages(servers) {
  const one = (name, path, act, base = servers.full) => ({ name: 'market-' + name, path, act, base })
  const ask = (values) => '/market?' + new URLSearchParams(values)
  const unfold = (page) => page.evaluate(() => { for (const each of document.querySelectorAll('main details')) each.open = true })
  const go = { role: 'Go developer', from: '250000', to: '300000', basis: 'gross' }
  return [
    one('start', '/market'),
    one('start-bare', '/market', undefined, servers.bare),
    one('start-reader', '/market', undefined, servers.reader),
    one('answer', ask(go)),
    one('answer-open', ask({ ...go, skills: 'Kubernetes, PostgreSQL' }), unfold),
    one('answer-few', ask({ role: 'senior Go developer', place: 'Казань', currency: 'USD', from: '4000' })),
    one('answer-partial', ask({ role: 'Python developer', place: 'Казань', source: 'hh' })),
    one('nothing', ask({ role: 'Водолаз', place: 'Казань', source: 'snapshot' })),
    one('place', ask({ role: 'Go developer', place: 'Берёзовский' })),
    one('limited', ask({ role: 'limited', source: 'hh' })),
    one('wrong', ask({ role: 'Go developer', from: 'сто' })),
    one('jobs-start', '/market/jobs'),
    one('jobs', '/market/jobs?q=Go&skills=Kubernetes,+PostgreSQL&source=snapshot'),
    one('jobs-live', '/market/jobs?q=Python&source=hh'),
    one('jobs-nothing', '/market/jobs?q=Водолаз&place=Казань&source=snapshot'),
    one('jobs-token', '/market/jobs?q=token&source=hh'),
    one('snapshots', '/market/snapshots', unfold),
    one('snapshots-bare', '/market/snapshots', undefined, servers.bare),
  ]
}
