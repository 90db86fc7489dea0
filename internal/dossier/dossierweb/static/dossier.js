// The room of hiring reports: whoever asks for a report is told at once that people are being
// read. Without scripts the browser shows that it waits.

for (const form of document.querySelectorAll('form[data-wait]')) {
  const line = form.querySelector('[data-waiting]')
  const buttons = form.querySelectorAll('button')
  form.addEventListener('submit', (event) => {
    if (event.submitter?.name) return // it asks for more fields, which takes no time
    line.textContent = line.dataset.waiting
    setTimeout(() => { for (const button of buttons) button.disabled = true }) // after the form has been sent
  })
  addEventListener('pageshow', () => { // a page that comes back waits for nothing
    line.replaceChildren()
    for (const button of buttons) button.disabled = false
  })
}
