// Every page and state of the exam room, over a bank, over an empty one and over the practice
// problems, for the pictures and for axe.

export async function pages(servers) {
  const bank = (name, path, act) => ({ name: 'exam-' + name, path, act, base: servers.exams })
  const asked = encodeURIComponent('найдите площядь треугольника, угол C прямой')
  const press = (...selectors) => async (page) => { for (const one of selectors) await page.locator(one).first().click() }
  const practice = (name, path, act) => ({ name: 'exam-' + name, path, act, base: servers.practice })
  return [
    practice('hall', '/exams'),
    practice('sample-course', '/exams/ege/inf', press('.topic summary')),
    practice('sample-search', '/exams?q=' + encodeURIComponent('игра с кучей камней, добавить один камень или удвоить'), press('.hit .why summary')),
    practice('sample-category', '/exams/ege/inf/category/9501'),
    practice('sample-problem', '/exams/ege/inf/9000024'),
    practice('sample-paper', '/exams/ege/math/compose?n.1=1&n.2=1&n.4=1&n.6=1&n.7=1&n.10=1&n.13=1&seed=7&key=1'),
    practice('sample-paper-linked', '/exams/ege/inf/compose?n.5=1&n.6=1&n.19=1&n.20=1&n.21=1&seed=7'),
    practice('class', '/exams/ege/math/compose?n.1=1&n.2=1&n.4=1&seed=7&variants=3&key=1'),
    practice('own-words', '/exams?q=' + encodeURIComponent('карточки с птицами, какова вероятность вынуть рыбу') + '&least=80'),
    practice('nothing-similar', '/exams?q=' + encodeURIComponent('столыпинская аграрная реформа и её итоги')),
    { name: 'exam-fill', path: '/exams/fill?course=ege/math', act: press('.fill-form summary'), base: servers.filling },
    { name: 'exam-pupil', path: servers.link, base: servers.school },
    { name: 'exam-pupil-paper', path: servers.paper, base: servers.school },
    { name: 'exam-pupil-sent', path: servers.sent, base: servers.school },
    { name: 'exam-pupil-dead', path: '/t/guessed', base: servers.school },
    { name: 'exam-assignments', path: '/exams/assignments', base: servers.school },
    { name: 'exam-results', path: servers.results, act: press('main details summary'), base: servers.school },
    { name: 'exam-give-out', path: '/exams/ege/math/compose?n.1=1&n.2=1&seed=5', act: press('.give-out summary'), base: servers.school },
    { name: 'exam-filled', path: '/tasks/t1', act: press('.filled summary'), base: servers.filling },
    bank('course', '/exams/ege/math', press('.topic summary')),
    bank('search', `/exams/ege/math?q=${asked}&least=40`),
    bank('search-open', `/exams?q=${asked}`, press('.hit .why summary')),
    bank('nothing', '/exams/ege/math?q=' + encodeURIComponent('площадь круга радиуса пять') + '&least=80'),
    bank('category', '/exams/ege/math/category/79'),
    bank('problem', '/exams/ege/math/101'),
    bank('problem-open', '/exams/ege/math/101', press('.hint-step:nth-of-type(1) summary', '.hint-step:nth-of-type(2) summary', '.reveal summary')),
    bank('passage', '/exams/ege/rus/201'),
    bank('program', '/exams/ege/inf/301'),
    bank('criteria', '/exams/oge/soc/401', press('.reveal:last-of-type summary')),
    bank('checked', '/exams/ege/math/101', async (page) => {
      await page.fill('#answer', '7.5 см')
      await page.locator('.check .primary').click()
      await page.locator('.verdict').waitFor()
    }),
    bank('stale', '/exams/ege/math/105'),
    bank('hostile', '/exams/ege/math/666'),
    bank('missing', '/exams/ege/math/999'),
    bank('compose', '/exams/ege/math/compose'),
    bank('paper', '/exams/ege/math/compose?n.1=2&n.2=1&n.3=2&seed=42&key=1'),
    { name: 'exam-empty', path: '/exams', base: servers.noexams },
    { name: 'exam-empty-course', path: '/exams/ege/math', base: servers.noexams },
    { name: 'exam-empty-search', path: '/exams?q=' + asked, base: servers.noexams },
  ]
}
