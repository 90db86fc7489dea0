// Says that an answer did not come, until one does.

export function offline(document) {
  const note = document.getElementById('offline')
  if (!note) return
  document.addEventListener('htmx:error', () => { note.hidden = false })
  document.addEventListener('htmx:after:swap', () => { note.hidden = true })
}
