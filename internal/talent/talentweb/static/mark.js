// n and p walk the marked places of a CV.
import { keyOf } from './keys.js'

export function marks(document) {
  const part = document.querySelector('[data-marks]')
  const places = part ? [...part.querySelectorAll('mark')] : []
  if (!places.length) return
  let at = -1

  function go(step) {
    at = at < 0 && step < 0 ? places.length - 1 : (at + step + places.length) % places.length
    places[at].focus({ preventScroll: true })
    places[at].scrollIntoView({ block: 'center' })
  }

  part.addEventListener('click', (event) => {
    const button = event.target.closest('[data-mark]')
    if (button) go(Number(button.dataset.mark))
  })
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, textarea, select')) return
    if (document.querySelector('dialog[open]')) return
    const step = { n: 1, p: -1 }[keyOf(event)]
    if (!step) return
    event.preventDefault()
    go(step)
  })
}
