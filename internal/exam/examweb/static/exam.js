// The exam room: Enter looks for what is typed, and a composed test goes to the printer.

const words = document.getElementById('seek')
words?.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  words.form.requestSubmit()
})
document.querySelector('[data-print]')?.addEventListener('click', () => print())
