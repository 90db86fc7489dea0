// n and p walk the marked places of a CV.
import { keyOf } from './keys.js'

export function marks(document) {
  let part // the CV that was walked last
  let at = -1

  function go(step) {
    const shown = document.querySelector('[data-marks]')
    const places = shown ? [...shown.querySelectorAll('mark')] : []
    if (!places.length) return false
    if (shown !== part) [part, at] = [shown, -1]
    at = at < 0 && step < 0 ? places.length - 1 : (at + step + places.length) % places.length
    places[at].focus({ preventScroll: true })
    places[at].scrollIntoView({ block: 'center' })
  }

  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-mark]')
    if (button) go(Number(button.dataset.mark))
  })
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, textarea, select')) return
    if (document.querySelector('dialog[open]')) return
    const step = { n: 1, p: -1 }[keyOf(event)]
    if (step && go(step) !== false) event.preventDefault()
  })
}
