// The exam room: a problem is found while it is typed, answered by keyboard, and a test is
// composed and printed; the same without scripts and in the other language.
import { withBrowser } from '../../../../tools/browser/browser.mjs'
import { becomes, equal, focused, shows, tabTo } from '../../../../tools/browser/expect.mjs'

const base = process.argv[2]

await withBrowser(async (open) => {
  await byKeyboard(await open({ base }))
  await printed(await open({ base }))
  await plain(await open({ base, lang: 'ru', scripts: false }))
})

async function byKeyboard(page) {
  const keys = page.keyboard
  await page.goto('/exams/ege/math')
  await tabTo(page, '.topic summary')
  await keys.press('Enter')
  await shows(() => page.locator('.topic details[open]').innerText(), 'Прямоугольный треугольник', 'the opened topic')
  await page.evaluate(() => { window.before = document.getElementById('count'); document.activeElement.blur() })

  await page.focus('#seek')
  await keys.type('площядь треуголника ')
  await page.locator('.exam-hit').first().waitFor()
  await becomes(() => focused(page), 'seek', 'the focus after the results came')
  await becomes(() => page.evaluate(() => window.before === document.getElementById('count')), true, 'the region that is read out stays the same element')
  await shows(() => page.url(), '/exams/ege/math?q=', 'the address after typing')
  await page.selectOption('#least', '40')
  await page.locator('.conditions .chip').first().waitFor()
  await page.reload()
  await becomes(() => page.locator('#seek').inputValue(), 'площядь треуголника', 'the words after a reload')

  await tabTo(page, '.hit .why summary')
  await keys.press('Enter')
  await shows(() => page.locator('.hit .why[open]').innerText(), 'Counted by fixed rules', 'the opened likeness')
  await keys.press('Escape')
  await becomes(() => page.locator('.hit .why[open]').count(), 0, 'panels open after Escape')
  await page.evaluate(() => document.activeElement.blur())
  await keys.press('j')
  await keys.press('Enter')
  await page.waitForURL('**/exams/ege/math/101')

  await tabTo(page, '#answer')
  await keys.type('8')
  await keys.press('Enter')
  await page.locator('.verdict-wrong').waitFor()
  await becomes(() => focused(page), 'answer', 'the focus after the verdict')
  await keys.press('Backspace')
  await keys.type('7,5')
  await keys.press('Enter')
  await page.locator('.verdict-correct').waitFor()
  await shows(() => page.locator('#verdict').innerText(), '1 of 1 point', 'the verdict')
  await tabTo(page, '.hint-step summary')
  await keys.press('Enter')
  await becomes(() => page.locator('.hint-step[open]').count(), 1, 'opened hints')
  await tabTo(page, '.reveal summary')
  await keys.press('Enter')
  await shows(() => page.locator('.reveal[open]').innerText(), '7,5', 'the opened solution')

  await keys.press('Control+k')
  await keys.type('physics')
  await keys.press('Enter')
  await page.waitForURL('**/exams/ege/phys')
  equal(page.problems.join('\n'), '', 'problems on the way')
}

async function printed(page) {
  await page.goto('/exams/ege/math/compose')
  await page.fill('#type-0', '2')
  await page.fill('#type-1', '1')
  await page.fill('#seed', '42')
  await page.locator('.recipe-form .primary').click()
  await page.waitForURL('**/compose?n.1=2&n.2=1&seed=42**')
  await becomes(() => page.locator('.paper-task').count(), 3, 'problems of the test')
  await page.evaluate(() => { window.print = () => { window.printed = true } })
  await page.locator('[data-print]').click()
  await becomes(() => page.evaluate(() => window.printed), true, 'the button prints')

  const sheets = async () => ((await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g) ?? []).length
  const without = await sheets()
  await page.locator('a', { hasText: 'Add the answers' }).click()
  await page.waitForURL('**key=1**')
  await becomes(() => sheets(), without + 1, 'sheets with the key')
  await page.goto('/exams/ege/math/compose?n.1=1&n.2=1&seed=42&variants=3&key=1')
  await becomes(() => page.locator('.paper').count(), 4, 'variants and the sheet of answers')
  await becomes(() => sheets(), 4, 'each begins on a sheet of its own')
  await page.emulateMedia({ media: 'print' })
  await becomes(() => page.locator('.rail').isVisible(), false, 'the rail on paper')
  await becomes(() => page.locator('[data-print]').isVisible(), false, 'the buttons on paper')
  await becomes(() => page.locator('.answer-line').first().isVisible(), true, 'the lines for answers on paper')
  equal(page.problems.join('\n'), '', 'problems on the way')
}

async function plain(page) {
  await page.goto('/exams')
  await page.fill('#seek', 'найдите площадь прямоугольника')
  await page.locator('.seek-go').click()
  await shows(() => page.locator('.exam-hit').first().innerText(), '№ 103', 'the best problem')
  await page.goto('/exams/ege/math')
  await page.locator('.topic summary').first().click()
  await page.locator('.categories a').first().click()
  await page.locator('.hit-link').first().click()
  await becomes(() => page.locator('h1').innerText(), '№ 101', 'the problem')
  await page.fill('#answer', '7.5')
  await page.locator('.check .primary').click()
  await shows(() => page.locator('#verdict').innerText(), 'Верно', 'the verdict')
  await becomes(() => new URL(page.url()).hash, '#check', 'the place after the verdict')
  await page.locator('.hint-step summary').first().click()
  await page.locator('.reveal summary').first().click()
  await shows(() => page.locator('.reveal').first().innerText(), 'Ответ: 7,5', 'the solution')
  await page.goto('/exams/ege/math/compose')
  await page.fill('#type-0', '1')
  await page.locator('.recipe-form .primary').click()
  await becomes(() => page.locator('.paper-task').count(), 1, 'problems of the test')
}
