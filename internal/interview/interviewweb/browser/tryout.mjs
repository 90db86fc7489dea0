// A whole try-out by keyboard alone, and the same pages without JavaScript.
import { withBrowser } from '../../../../tools/browser/browser.mjs'
import { becomes, equal, focused, shows, tabTo } from '../../../../tools/browser/expect.mjs'

const base = process.argv[2]

await withBrowser(async (open) => {
  await byKeyboard(await open({ base, lang: 'ru' }))
  await editing(await open({ base }))
  await plain(await open({ base, lang: 'ru', scripts: false }))
})

async function byKeyboard(page) {
  const keys = page.keyboard
  await page.goto('/vacancies')
  await keys.press('j')
  await keys.press('Enter')
  await page.waitForURL('**/vacancies/0*')
  await tabTo(page, '.heading-action a[href^="/try"]')
  await keys.press('Enter')
  await page.waitForURL('**/try?vacancy=*')
  await tabTo(page, '#max_questions')
  await keys.press('Control+a')
  await keys.type('2')
  await tabTo(page, '[name=example][value=ru]')
  await keys.press('Enter')
  await page.locator('#resume_text:not(:empty)').waitFor()
  await becomes(() => page.locator('#max_questions').inputValue(), '2', 'the number after the example')
  await tabTo(page, '.tryout-form > p .primary')
  await keys.press('Enter')
  await page.locator('.problem').waitFor()
  await shows(() => page.locator('.problem').innerText(), 'кандидат соглашается', 'what is missing')
  await tabTo(page, '.problem a')
  await keys.press('Enter')
  await keys.press('Tab')
  await keys.press('Shift+Tab')
  await tabTo(page, '#consent')
  await keys.press('Space')
  await tabTo(page, '.tryout-form > p .primary')
  await keys.press('Enter')
  await page.waitForURL('**/try/0*')

  let answered = 0
  for (;;) {
    await page.locator('[data-answer], .try-result').first().waitFor()
    if (await page.locator('.try-result').count()) break
    if (answered > 12) throw new Error('the interview does not end')
    await page.waitForFunction(() => document.activeElement.matches('#answer, [type=radio]')) // the focus when a question came
    const kind = await page.evaluate(() => document.activeElement.type)
    if (kind === 'radio') await keys.press('ArrowDown')
    else {
      await keys.type('Запускаю рабочих, они читают задания из канала; ошибка отменяет контекст, errgroup ждёт всех. 2')
      if (!answered) await paste(page, 'вставлено')
    }
    answered++
    const before = await page.locator('.try-line').count()
    if (kind === 'textarea') await keys.press('Control+Enter')
    else await keys.press('Enter')
    await page.waitForFunction((n) => document.querySelectorAll('.try-line').length > n, before)
  }
  await shows(() => page.locator('.try-result').innerText(), 'из 100', 'the result')
  await shows(() => page.locator('.try-lines').innerText(), 'вставлено 9 знаков', 'what was noted')
  await tabTo(page, '.try-scene-list summary', 80)
  await keys.press('Enter')
  await shows(() => page.locator('.try-scene-list details[open] pre').innerText(), '"question_id"', 'the body of a webhook')
  equal(page.problems.join('\n'), '', 'problems on the way')
}

// paste puts a text into the focused field as a paste does.
function paste(page, text) {
  return page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  }, text)
}

async function editing(page) {
  await page.goto('/vacancies/new')
  await page.fill('#title', 'Senior Go Developer')
  await page.fill('#requirements', 'Go, Kafka.\nRedis is a plus.')
  await page.locator('#needs-found q', { hasText: 'Redis is a plus.' }).waitFor()
  await becomes(() => focused(page), 'requirements', 'the focus after the plan came')
  await shows(() => page.locator('#plan').innerText(), 'core questions', 'the plan of the draft')
  await becomes(() => page.locator('.needs-rows').isVisible(), false, 'the rows while the text is read')
  await page.check('#needs-own')
  await becomes(() => page.locator('.needs-found').isVisible(), false, 'what was read while the rows are written')
  await page.fill('#need-0', 'Docker')
  await page.locator('#plan', { hasText: 'Docker' }).waitFor()
  await page.locator('.vacancy-save .primary').click()
  await page.waitForURL('**/vacancies/0*saved=1')
  await becomes(() => page.locator('#need-0').inputValue(), 'Docker', 'the need that was kept')
  await page.goto('/vacancies')
  await page.fill('#seek', 'senior go')
  await page.locator('#count', { hasText: '1 vacancy' }).waitFor()
  await shows(() => page.url(), '?q=senior+go', 'the address after typing')
  equal(page.problems.join('\n'), '', 'problems on the way')
}

async function plain(page) {
  await page.goto('/vacancies/new')
  await page.fill('#title', 'Аналитик')
  await page.fill('#description', 'SQL и Python каждый день')
  await page.locator('.vacancy-save .button:not(.primary)').click()
  await shows(() => page.locator('#plan').innerText(), 'SQL', 'the plan of the draft')
  await becomes(() => page.locator('#title').inputValue(), 'Аналитик', 'the draft after its plan')
  await page.locator('.vacancy-save .primary').click()
  await shows(() => page.locator('.notice').innerText(), 'Сохранено', 'the notice')
  await page.goto('/try')
  await page.locator('[name=example]').first().click()
  await page.check('#consent')
  await page.locator('.tryout-form > p .primary').click()
  await becomes(() => page.locator('.without-script a').isVisible(), true, 'the way to look again')
  await page.locator('.without-script a').click()
  await page.locator('#answer, [name=user_answer]').first().waitFor()
  await page.locator('.talk-stop summary, .try-talk-stop summary').click()
  await page.locator('.try-talk-stop .danger').click()
  await page.locator('.without-script a').click()
  await shows(() => page.locator('.try-result').innerText(), 'из 100', 'the result')
}
