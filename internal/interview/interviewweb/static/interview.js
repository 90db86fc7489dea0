// An answer, in a try-out or by invitation: counts the characters that are pasted into an answer and how often the page is
// left meanwhile. Both go with the answer, are shown to people and never scored.

import { autosave, countdown } from './autosave.js'

const form = document.querySelector('[data-answer]')
if (form) count(form)
autosave(document)
countdown(document)

function count(form) {
  const pasted = form.querySelector('[data-pasted]')
  const left = form.querySelector('[data-left]')
  const add = (field, n) => { field.value = Number(field.value) + n }

  form.addEventListener('paste', (event) => add(pasted, [...(event.clipboardData?.getData('text') ?? '')].length))
  document.addEventListener('visibilitychange', () => { if (document.hidden) add(left, 1) })
  form.addEventListener('keydown', (event) => { // Ctrl Enter sends, Enter alone makes a line
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
  })
}
