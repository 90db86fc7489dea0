// Every page and state of candidates and roles, for the pictures and for axe.

const search = '/candidates?must=Kubernetes%2C+AWS&plus=Terraform%2C+Go'

// pages lists them; servers are the addresses of a full, an empty, a read-only and a broken
// one, and the path of work in the full one.
export async function pages(servers) {
  const [first, second, third] = await ids(servers.full)
  const full = (name, path, act) => ({ name, path, act, base: servers.full })
  return [
    full('base', '/candidates'),
    full('search', search),
    full('search-open', search, openEvidence),
    full('filters', '/candidates?must=Python&level=mid&place=Berlin&min=2', moreConditions),
    full('question', '/candidates?level=senior&must=Kubernetes&not=PHP&q=senior+engineer+with+Kubernetes%2C+not+PHP%2C+for+zorblax&text=senior+kubernetes+zorblax'),
    full('nobody', '/candidates?must=Kubernetes,COBOL,Go'),
    full('unknown', '/candidates?must=Kubernets'),
    full('invalid', '/candidates?must=Go&min=many'),
    full('candidate', `/candidates/${first}?must=Kubernetes%2C+AWS&plus=Terraform`),
    full('candidate-plain', `/candidates/${second}`),
    full('blind', `/candidates/${first}?must=Kubernetes&blind=1`),
    full('delete', `/candidates/${first}/delete`),
    full('delete-dialog', `/candidates/${first}`, (page) => page.locator('[data-dialog=delete]').click()),
    full('compare', `/compare?id=${first}&id=${second}&id=${third}&must=Kubernetes&plus=Go`),
    full('compare-invalid', `/compare?id=${first}`),
    full('upload', '/upload'),
    full('uploaded', servers.uploaded),
    full('tasks', '/tasks'),
    full('roles', '/roles'),
    full('searches', '/searches'),
    full('new since', search + '&since=1'),
    full('palette', '/candidates', (page) => page.keyboard.press('Control+k')),
    full('keys', '/candidates', (page) => page.keyboard.press('?')),
    { name: 'empty', path: '/candidates', base: servers.empty },
    { name: 'empty-search', path: '/candidates?must=Go', base: servers.empty },
    { name: 'read-only', path: '/candidates', base: servers.readonly },
    { name: 'unavailable', path: '/candidates?must=Go', base: servers.broken },
  ]
}

async function openEvidence(page) {
  const wide = await page.locator('#pane').isVisible()
  const hit = page.locator(wide ? '#pane' : '.hit').first()
  for (const at of ['.finding:nth-child(1) summary', '.finding:nth-child(2) summary', '.hit-score summary']) await hit.locator(at).first().click()
}

// moreConditions unfolds them; on a phone they stand in a sheet.
async function moreConditions(page) {
  const sheet = page.locator('.filters-open')
  if (await sheet.isVisible()) await sheet.click()
  await page.locator('.ask > .more > summary').click()
}

// ids of the first candidates that a search finds.
async function ids(base) {
  const html = await (await fetch(base + search + '&match=any')).text()
  return [...html.matchAll(/id="hit-([^"]+)"/g)].map((found) => found[1])
}
