// Every page and state of the room of code, for the pictures and for axe.

export async function pages(servers) {
  const one = (name, path, act) => ({ name: 'code-' + name, path, act, base: servers.full })
  const none = (name, path, act) => ({ name: 'code-' + name, path, act, base: servers.empty })
  const open = (page) => page.evaluate(() => { for (const each of document.querySelectorAll('details')) each.open = true })
  const send = (form) => async (page) => {
    await page.locator(form + ' .primary').click()
    await page.locator('.problem').waitFor()
  }
  const compare = async (page) => {
    await page.locator('#a').fill('def chunks(items, size):\n    if size < 1:\n        raise ValueError("size")\n    return items\n')
    await page.locator('#b').fill('function batches(list, count) {\n  return list;\n}\n')
    await page.locator('.code-compare .primary').click()
    await page.locator('.code-match').waitFor()
  }
  return [
    none('empty', '/code'),
    none('empty-wrong', '/code', send('.code-index')),
    one('start', '/code?example=1'),
    one('start-open', '/code?kind=file', open),
    one('start-wrong', '/code?kind=repository', send('.code-ask')),
    one('answer', '/code/searches/cs_code'),
    one('answer-open', '/code/searches/cs_code/1', open),
    one('answer-copyleft', '/code/searches/cs_code/2'),
    one('answer-unaligned', '/code/searches/cs_code/3'),
    one('answer-deeper', '/code/searches/cs_code/4'),
    one('answer-pairs', '/code/searches/cs_code/5'),
    one('answer-repository', '/code/searches/cs_repository'),
    one('answer-none', '/code/searches/cs_empty'),
    one('answer-hostile', '/code/searches/cs_hostile', open),
    one('compare', '/code/compare'),
    one('compared', '/code/compare', compare),
    one('repositories', '/code/repositories'),
    none('repositories-none', '/code/repositories'),
    one('repository', '/code/repositories/files?repository=github.com%2Fexample-org%2Flist-tools'),
    one('folder', '/code/repositories/files?repository=github.com%2Fexample-org%2Flist-tools&path=src'),
    one('file', '/code/repositories/files?repository=github.com%2Fexample-org%2Flist-tools&path=src%2Flist.js&line=4&to=9#L4'),
    one('delete', '/code/repositories/delete?repository=github.com%2Fexample-org%2Flist-tools'),
  ]
}
