// Ctrl K: a few letters lead to a page, a role, or a search in plain words.
import { keyOf } from './keys.js'

export function palette(document) {
  const dialog = document.getElementById('palette')
  if (!dialog) return
  const input = dialog.querySelector('input')
  const options = [...dialog.querySelectorAll('[role=option]')]
  let shown = []
  let at = 0

  function draw() {
    const typed = input.value.trim()
    const words = typed.toLowerCase().split(/\s+/)
    shown = options.filter((option) => {
      const fits = option.dataset.find ? typed !== '' : words.every((word) => option.textContent.toLowerCase().includes(word))
      option.hidden = !fits
      if (option.dataset.find) option.firstElementChild.textContent = typed
      return fits
    })
    select(0)
  }

  function select(next) {
    if (!shown.length) return
    at = (next + shown.length) % shown.length
    options.forEach((option) => option.setAttribute('aria-selected', String(option === shown[at])))
    input.setAttribute('aria-activedescendant', shown[at].id)
    shown[at].scrollIntoView({ block: 'nearest' })
  }

  function go(option) {
    if (option) location.assign(option.dataset.find ? option.dataset.find + encodeURIComponent(input.value.trim()) : option.dataset.href)
  }

  document.addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && keyOf(event) === 'k') {
      event.preventDefault()
      if (dialog.open) return dialog.close()
      if (document.querySelector('dialog[open]')) return
      input.value = ''
      dialog.showModal()
      draw()
    }
  })
  input.addEventListener('input', draw)
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) select(at + step)
    else if (event.key === 'Enter') go(shown[at])
    else return
    event.preventDefault()
  })
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
    go(event.target.closest('[role=option]'))
  })
}
