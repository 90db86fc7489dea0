// The evidence room: whoever asks is told at once that code is being read, and for how long
// already. Without scripts the browser shows that it waits.

let ticking

const settle = () => {
  clearInterval(ticking)
  for (const line of document.querySelectorAll('.waiting')) line.replaceChildren()
  for (const button of document.querySelectorAll('form[data-wait] button')) button.disabled = false
}

const wait = (form) => {
  const line = form.querySelector('.waiting')
  const button = form.querySelector('button')
  const seconds = document.createElement('span')
  const began = Date.now()
  seconds.ariaHidden = 'true'
  line.replaceChildren(line.dataset.waiting, ' ', seconds)
  ticking = setInterval(() => { seconds.textContent = `${Math.round((Date.now() - began) / 1000)} ${line.dataset.seconds}` }, 1000)
  setTimeout(() => { button.disabled = true }) // after the form has been sent
}

for (const form of document.querySelectorAll('form[data-wait]')) form.addEventListener('submit', () => wait(form))
addEventListener('pageshow', settle) // a page that comes back waits for nothing
