// Every page and state of vacancies, try-outs and webhooks, for the pictures and for axe.
// servers.seeds are the ids that the pages are about.

export async function pages({ room, bare, reader, silent, seeds }) {
  const full = (name, path, act) => ({ name, path, act, base: room })
  const talk = (name, act) => full('try-' + name, '/try/' + seeds[name], act)
  const one = '/vacancies/' + seeds.go
  return [
    full('list', '/vacancies'),
    full('list-search', '/vacancies?q=go'),
    full('list-nothing', '/vacancies?q=cobol'),
    full('new', '/vacancies/new'),
    full('editor', one + '?saved=1'),
    full('editor-own', '/vacancies/' + seeds.own),
    full('editor-changed', one, async (page) => {
      await page.fill('#title', 'Старший разработчик Python')
      await page.fill('#requirements', 'Python, Django и PostgreSQL.\nПлюсом будет Kafka.')
      await page.locator('.plan-change').waitFor()
    }),
    full('editor-wrong', '/vacancies/new', async (page) => {
      await page.fill('#title', 'Go')
      await page.check('#needs-own')
      await page.fill('#need-0', 'Kubernets')
      await page.fill('#need-1', 'Go')
      await page.locator('[name=weight]').nth(1).fill('7')
      await page.locator('.vacancy-save .primary').click()
      await page.locator('.problem').waitFor()
    }),
    full('editor-moved', one, async (page) => {
      await page.evaluate(() => { document.querySelector('[name=version]').value = '1' })
      await page.fill('#title', 'Инженер Go')
      await page.locator('.vacancy-save .primary').click()
      await page.locator('.moved').waitFor()
    }),
    full('editor-hostile', '/vacancies/' + seeds.hostile),
    full('delete', one + '/delete'),
    full('import', '/vacancies/import'),
    full('imported', '/vacancies/import', async (page) => {
      const table = 'external_id;title;requirements;level\r\ng-1;Designer;Figma;middle\r\ng-2;;Go;\r\ng-3;Tester;SQL;god\r\n'
      await page.setInputFiles('#file', [{ name: 'vacancies.csv', mimeType: 'text/csv', buffer: Buffer.from(table) }])
      await page.locator('.vacancy-import .button').click()
      await page.locator('.imported').waitFor()
    }),
    { name: 'empty', path: '/vacancies', base: bare },
    { name: 'try-empty', path: '/try', base: bare },
    { name: 'reading', path: one, base: reader },
    { name: 'list-reading', path: '/vacancies', base: reader },
    full('missing', '/vacancies/nope'),
    full('try', '/try'),
    full('try-wrong', '/try', async (page) => {
      await page.locator('[name=example]').first().click()
      await page.locator('#resume_text:not(:empty)').waitFor()
      await page.fill('#max_questions', 'много')
      await page.locator('.tryout-form .primary').click()
      await page.locator('.problem').waitFor()
    }),
    talk('waiting'), talk('text', (page) => page.locator('.try-scene-list summary').first().click()), talk('number'), talk('choice'), talk('code'), talk('paused'),
    talk('finished'), talk('failed'), talk('lost'), talk('hostile'),
    full('webhooks', '/webhooks', (page) => page.locator('.shape summary').first().click()),
    full('webhooks-tested', '/webhooks', async (page) => {
      await page.fill('#webhook_url', 'https://ats.example/hook')
      await page.locator('.webhook-test .button').click()
      await page.locator('.verdict').waitFor()
    }),
    full('webhooks-refused', '/webhooks', async (page) => {
      await page.fill('#webhook_url', 'laravel')
      await page.locator('.webhook-test .button').click()
      await page.locator('.problem').waitFor()
    }),
    full('webhooks-wrong', '/webhooks', async (page) => {
      await page.fill('#retention_days', 'soon')
      await page.locator('.webhook-part:last-of-type form > p .button').click()
      await page.locator('.problem').waitFor()
    }),
    full('secret', '/webhooks', async (page) => {
      await page.locator('.webhook-part:first-of-type form > p .button').click()
      await page.locator('#secret').waitFor()
    }),
    { name: 'webhooks-none', path: '/webhooks', base: silent },
  ]
}
