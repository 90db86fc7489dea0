// Ctrl K: a few letters lead to a page, a role, a person or another thing that the server
// finds, or to a search in plain words.
import { keyOf } from './keys.js'

const pause = 200 // ms without a key before the server is asked

export function palette(document) {
  const dialog = document.getElementById('palette')
  if (!dialog) return
  const input = dialog.querySelector('input')
  const list = dialog.querySelector('[role=listbox]')
  let fixed = [] // the places that need no search, fetched when the palette opens for the first time
  let found = []
  let shown = []
  let at = 0

  function draw() {
    const typed = input.value.trim()
    const words = typed.toLowerCase().split(/\s+/)
    const fitting = fixed.filter((option) => {
      const fits = option.dataset.find ? typed !== '' : words.every((word) => option.textContent.toLowerCase().includes(word))
      option.hidden = !fits
      if (option.dataset.find) option.firstElementChild.textContent = typed
      return fits
    })
    shown = [...fitting.filter((option) => !option.dataset.find), ...found, ...fitting.filter((option) => option.dataset.find)]
    select(0)
  }

  function select(next) {
    if (!shown.length) return
    at = (next + shown.length) % shown.length
    for (const option of [...fixed, ...found]) option.setAttribute('aria-selected', String(option === shown[at]))
    input.setAttribute('aria-activedescendant', shown[at].id)
    shown[at].scrollIntoView({ block: 'nearest' })
  }

  function go(option) {
    if (option) location.assign(option.dataset.find ? option.dataset.find + encodeURIComponent(input.value.trim()) : option.dataset.href)
  }

  // put shows what the server found in the place of what it found before.
  function put(options) {
    for (const option of found) option.remove()
    found = options
    const before = fixed.find((option) => option.dataset.find)
    found.forEach((option, i) => {
      option.id = `found-${i}`
      list.insertBefore(option, before ?? null)
    })
    draw()
  }

  let loading
  async function load() {
    list.setAttribute('aria-busy', 'true')
    try {
      fixed = await options(list.dataset.jumps)
      list.append(...fixed)
      put(found)
    } catch {
      loading = undefined // the next opening tries again
    }
    list.removeAttribute('aria-busy')
  }

  const ask = asking(list.dataset.search, put)

  document.addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && keyOf(event) === 'k') {
      event.preventDefault()
      if (dialog.open) return dialog.close()
      if (document.querySelector('dialog[open]')) return
      input.value = ''
      dialog.showModal()
      loading ??= load()
      ask('')
    }
  })
  input.addEventListener('input', () => {
    draw()
    ask(input.value.trim())
  })
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) select(at + step)
    else if (event.key === 'Enter') Promise.resolve(loading).then(() => go(shown[at])) // who types faster than it loads is led on then
    else return
    event.preventDefault()
  })
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
    go(event.target.closest('[role=option]'))
  })
}

// asking returns a function that looks for words once a person stops typing. The answer to
// older words never comes after one to newer ones; what fails finds nothing.
function asking(path, put) {
  let timer
  let running
  return (words) => {
    clearTimeout(timer)
    running?.abort()
    if (!path || words.length < 2) return put([])
    timer = setTimeout(async () => {
      const mine = running = new AbortController()
      try {
        const answer = await options(`${path}?q=${encodeURIComponent(words)}`, mine.signal)
        if (mine === running) put(answer)
      } catch {
        if (!mine.signal.aborted) put([])
      }
    }, pause)
  }
}

// options are those that the server answers, ready for the list. A refusal is an error.
async function options(path, signal) {
  const answer = await fetch(path, { headers: { 'HX-Request': 'true' }, signal })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  return [...page.querySelectorAll('[role=option]')].map((option) => document.adoptNode(option))
}
