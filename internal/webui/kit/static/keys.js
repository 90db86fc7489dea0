// Single keys of a page. They rest while a person types or a dialog is open.

// keyOf is the Latin key of an event: on a Russian layout the same key counts.
export function keyOf(event) {
  if (/^[a-z/?]$/i.test(event.key)) return event.key.toLowerCase()
  if (/^Key[A-Z]$/.test(event.code)) return event.code[3].toLowerCase()
  return event.code === 'Slash' ? (event.shiftKey ? '?' : '/') : event.key
}

export function keys(document) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return
    if (document.querySelector('dialog[open]')) return
    const act = {
      '/': () => search(document),
      '?': () => document.getElementById('shortcuts')?.showModal(),
      j: () => move(document, 1),
      k: () => move(document, -1),
      ArrowDown: () => step(document, 1),
      ArrowUp: () => step(document, -1),
      x: () => pick(document),
    }[keyOf(event)]
    if (act && act() !== false) event.preventDefault()
  })
}

function typing(target) {
  return target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')
}

function search(document) {
  const entry = document.getElementById('search')
  if (!entry) return false
  entry.focus()
  entry.select()
}

function move(document, step) {
  const links = [...document.querySelectorAll('.hit-link')]
  if (!links.length) return false
  const here = links.findIndex((link) => link.closest('.hit, .row').contains(document.activeElement))
  const next = here < 0 ? (step > 0 ? 0 : links.length - 1) : here + step
  links[Math.max(0, Math.min(links.length - 1, next))].focus()
}

// Arrows move through a list that has the focus; elsewhere they move the page.
function step(document, by) {
  return document.activeElement.matches?.('.hit-link') ? move(document, by) : false
}

function pick(document) {
  const box = document.activeElement.closest?.('.hit')?.querySelector('.pick input')
  if (!box) return false
  box.click()
}
