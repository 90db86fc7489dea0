// Sends files one at a time, two in parallel, each with its progress and its outcome.

const lanes = 2

export function uploads(document) {
  const form = document.querySelector('[data-upload]')
  if (!form) return
  const run = queue(form, document.querySelector('[data-outcomes]'), document.querySelector('[data-upload-count]'))
  const input = form.querySelector('input[type=file]')
  form.addEventListener('submit', (event) => {
    if (form.elements.text.value.trim() || !input.files.length) return // one text, or nothing: the plain form says it best
    event.preventDefault()
    run([...input.files])
    input.value = ''
    chosen.textContent = invitation
  })
  const chosen = form.querySelector('[data-chosen]')
  const invitation = chosen.textContent
  input.addEventListener('change', () => {
    chosen.textContent = input.files.length ? chosen.dataset.chosen.replace('{}', input.files.length) : invitation
  })
  drops(form.querySelector('[data-drop]'), run)
}

function drops(zone, run) {
  const over = (is) => zone.toggleAttribute('data-over', is)
  zone.addEventListener('dragover', (event) => { event.preventDefault(); over(true) })
  zone.addEventListener('dragleave', () => over(false))
  zone.addEventListener('drop', async (event) => {
    event.preventDefault()
    over(false)
    const items = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean)
    const dropped = [...event.dataTransfer.files]
    run(items.some((item) => item.isDirectory) ? (await Promise.all(items.map(walk))).flat() : dropped)
  })
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
