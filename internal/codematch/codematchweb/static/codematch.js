// The room of code: narrows the list of repositories while a person types, lights the lines
// that a reason names, and steps through what differs. Every page works without it.
import { keyOf } from './keys.js'

for (const form of document.querySelectorAll('form[data-wait]')) {
  const line = form.querySelector('[data-waiting]')
  const buttons = form.querySelectorAll('button')
  form.addEventListener('submit', () => {
    line.textContent = line.dataset.waiting
    setTimeout(() => { for (const button of buttons) button.disabled = true }) // after the form has been sent
  })
  addEventListener('pageshow', () => { // a page that comes back waits for nothing
    line.replaceChildren()
    for (const button of buttons) button.disabled = false
  })
}

for (const picker of document.querySelectorAll('[data-picker]')) {
  const labels = [...picker.querySelectorAll('label[data-name]')]
  const told = picker.querySelector('[data-left]')
  const count = picker.closest('details').querySelector('[data-picked]')
  const words = (label) => label.dataset.name.toLowerCase()
  const tell = () => {
    const n = picker.querySelectorAll('input:checked').length
    count.textContent = n ? count.dataset.pickedSome.replace('{n}', n) : count.dataset.picked
  }
  picker.querySelector('#picker-filter').addEventListener('input', (event) => {
    const wanted = event.target.value.trim().toLowerCase()
    for (const label of labels) label.hidden = !words(label).includes(wanted)
    for (const group of picker.querySelectorAll('fieldset')) group.hidden = !group.querySelector('label[data-name]:not([hidden])')
    told.textContent = told.dataset.left.replace('{n}', labels.filter((label) => !label.hidden).length)
  })
  picker.querySelector('#picker-filter').addEventListener('keydown', (event) => { if (event.key === 'Enter') event.preventDefault() })
  picker.addEventListener('change', tell)
  tell()
}

const lit = (link, on) => {
  for (const side of ['a', 'b']) {
    const [from, to] = (link.dataset[side] || '').split('-').map(Number)
    for (let n = from; n <= to; n++) document.getElementById(side + n)?.closest('tr').classList.toggle('lit', on)
  }
}
for (const link of document.querySelectorAll('.code-lines')) {
  for (const name of ['mouseenter', 'focus']) link.addEventListener(name, () => lit(link, true))
  for (const name of ['mouseleave', 'blur']) link.addEventListener(name, () => lit(link, false))
}

const runs = [...document.querySelectorAll('.sides tbody:not(.run-same, .run-plain)')]
document.addEventListener('keydown', (event) => {
  const step = { n: 1, p: -1 }[keyOf(event)]
  if (!step || !runs.length || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target.matches('input:not([type=checkbox]), textarea, select') || document.querySelector('dialog[open]')) return
  const now = runs.indexOf(document.activeElement)
  const next = runs[now < 0 ? (step > 0 ? 0 : runs.length - 1) : Math.max(0, Math.min(runs.length - 1, now + step))]
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'center' })
  event.preventDefault()
})
