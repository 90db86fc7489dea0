// Sends files one at a time, two in parallel: a few get their outcome here, many are taken
// in by work that has a page of its own.

const lanes = 2

export function uploads(document) {
  const form = document.querySelector('[data-upload]')
  if (!form) return
  const list = document.querySelector('[data-outcomes]')
  const count = document.querySelector('[data-upload-count]')
  const run = queue(form, list, count)
  const input = form.querySelector('input[type=file]')
  const chosen = form.querySelector('[data-chosen]')
  const invitation = chosen.textContent
  let files = []
  const choose = (some) => {
    files = some
    chosen.textContent = files.length ? chosen.dataset.chosen.replace('{}', files.length) : invitation
  }
  input.addEventListener('change', () => choose([...input.files]))
  drops(form.querySelector('[data-drop]'), choose)
  form.addEventListener('submit', (event) => {
    if (form.elements.text.value.trim() || !files.length) return // one text, or nothing: the plain form says it best
    event.preventDefault()
    if (files.length > Number(form.dataset.many)) bulk(form, list, count, files)
    else run(files)
    input.value = ''
    choose([])
  })
}

// drops takes dropped files as chosen ones: tags may still be written before they are sent.
function drops(zone, choose) {
  const over = (is) => zone.toggleAttribute('data-over', is)
  zone.addEventListener('dragover', (event) => { event.preventDefault(); over(true) })
  zone.addEventListener('dragleave', () => over(false))
  zone.addEventListener('drop', async (event) => {
    event.preventDefault()
    over(false)
    const items = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean)
    const dropped = [...event.dataTransfer.files]
    choose(items.some((item) => item.isDirectory) ? (await Promise.all(items.map(walk))).flat() : dropped)
  })
}

// bulk sends many files under one bar, begins the work and leads to its page. Where files did
// not arrive they are named, with a link to the page instead.
async function bulk(form, list, count, files) {
  const button = form.querySelector('.primary')
  const bar = document.createElement('progress')
  bar.max = files.length
  bar.value = 0
  bar.setAttribute('aria-label', button.textContent)
  list.replaceChildren()
  count.after(bar)
  button.disabled = true
  const say = () => { count.textContent = count.dataset.uploadSent.replace('{done}', bar.value).replace('{total}', files.length) }
  say()
  const waiting = [...files]
  const lost = []
  const lane = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      await keep(form, file).catch((why) => lost.push({ file, why }))
      bar.value++
      say()
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const work = lost.length < files.length ? await begin(form).catch((why) => { lost.push({ file: files[0], why }) }) : undefined
  bar.remove()
  button.disabled = false
  if (work && !lost.length) return location.assign(work)
  for (const { file, why } of lost) failed(row(form, list, file), why.message)
  if (work) count.replaceChildren(link(work, form.dataset.follow))
}

// keep sends one file of a large upload.
function keep(form, file) {
  const body = new FormData()
  body.append('upload', form.elements.upload.value)
  body.append('file', file)
  return post(form, '/upload/files', body)
}

// begin begins the work and returns the address of its page. What is sent from now on is
// another upload.
async function begin(form) {
  const body = new URLSearchParams({ upload: form.elements.upload.value, tags: form.elements.tags.value })
  const answer = await post(form, '/upload/start', body)
  form.elements.upload.value += '+'
  return answer.url
}

// post returns the answer, or fails with what the page would say.
async function post(form, path, body) {
  const answer = await fetch(path, { method: 'POST', body, headers: { 'HX-Request': 'true' } }).catch(() => undefined)
  if (answer?.ok) return answer
  const page = new DOMParser().parseFromString((await answer?.text()) ?? '', 'text/html')
  throw new Error(page.querySelector('.problem h2')?.textContent || form.dataset.failed)
}

function link(to, text) {
  const a = document.createElement('a')
  a.href = to
  a.textContent = text
  return a
}

// walk lists the files of a dropped entry, folders included.
async function walk(entry) {
  if (entry.isFile) return [await new Promise((done, failed) => entry.file(done, failed))]
  const reader = entry.createReader()
  const all = []
  for (;;) { // a reader hands out a folder in parts
    const part = await new Promise((done, failed) => reader.readEntries(done, failed))
    if (!part.length) break
    all.push(...part)
  }
  return (await Promise.all(all.map(walk))).flat()
}

function queue(form, list, count) {
  const waiting = []
  let done = 0
  let total = 0
  let busy = 0

  const say = () => { count.textContent = count.dataset.uploadCount.replace('{done}', done).replace('{total}', total) }

  async function next() {
    const job = waiting.shift()
    if (!job) return
    busy++
    await send(form, job)
    busy--
    done++
    say()
    next()
  }

  return (files) => {
    for (const file of files) {
      waiting.push({ file, row: row(form, list, file) })
      total++
    }
    say()
    while (busy < lanes && waiting.length) next()
  }
}

function row(form, list, file) {
  const item = document.createElement('li')
  const line = document.createElement('p')
  line.className = 'outcome-line'
  const name = document.createElement('strong')
  name.textContent = file.name
  const status = document.createElement('span')
  status.className = 'outcome-status'
  status.textContent = form.dataset.waiting
  const bar = document.createElement('progress')
  bar.max = 1
  bar.value = 0
  bar.setAttribute('aria-label', file.name)
  line.append(name, status)
  item.append(line, bar)
  list.append(item)
  return { item, status, bar }
}

// send resolves in any case: a file that fails must not stop the others.
function send(form, { file, row }) {
  return new Promise((done) => {
    const body = new FormData()
    body.append('file', file)
    body.append('tags', form.elements.tags.value)
    const request = new XMLHttpRequest()
    row.status.textContent = form.dataset.sending
    request.upload.addEventListener('progress', (event) => { if (event.lengthComputable) row.bar.value = event.loaded / event.total })
    request.addEventListener('load', () => {
      const answer = new DOMParser().parseFromString(request.responseText, 'text/html')
      const items = answer.querySelectorAll('li[class^=outcome-]')
      if (items.length) row.item.replaceWith(...items)
      else failed(row, answer.querySelector('.problem h2')?.textContent || form.dataset.failed)
      done()
    })
    request.addEventListener('error', () => { failed(row, form.dataset.failed); done() })
    request.open('POST', '/upload')
    request.setRequestHeader('HX-Request', 'true')
    request.send(body)
  })
}

function failed(row, text) {
  row.item.className = 'outcome-rejected'
  row.bar.remove()
  row.status.textContent = text
}
