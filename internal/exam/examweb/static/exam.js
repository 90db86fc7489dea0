// The exam room: Enter looks for what is typed.

const words = document.getElementById('seek')
words?.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  words.form.requestSubmit()
})

// A pupil's paper: what is typed goes to the server every few seconds and when a field is left.
// While the connection is down it stays in this browser and is sent again.
const paper = document.querySelector('[data-paper]')
if (paper) {
  const state = paper.querySelector('[data-state]')
  const fields = [...paper.querySelectorAll('input[name^="a."]')]
  const key = `paper ${location.pathname}`
  let sent = new URLSearchParams(new FormData(paper)).toString()
  let timer = 0
  let sending = false
  const now = () => new URLSearchParams(new FormData(paper)).toString()
  const say = (text) => { if (state.textContent !== text) state.textContent = text }
  const keep = () => { try { localStorage.setItem(key, JSON.stringify(fields.map((f) => [f.name, f.value]))) } catch { /* the page itself still has it */ } }
  const forget = () => { try { localStorage.removeItem(key) } catch { /* nothing was kept */ } }
  const later = (ms) => { timer ||= setTimeout(send, ms) }

  async function send() {
    clearTimeout(timer)
    timer = 0
    const body = now()
    if (sending || body === sent) return
    sending = true
    try {
      const answer = await fetch(paper.dataset.paper, { method: 'POST', body, headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, signal: AbortSignal.timeout(10000) })
      if (answer.status === 409 || answer.status === 404) return say(paper.dataset.closed)
      if (!answer.ok) throw new Error(String(answer.status))
      sent = body
      if (now() === body) { forget(); say(paper.dataset.kept) } else later(3000)
    } catch {
      say(paper.dataset.waiting)
      later(5000)
    } finally {
      sending = false
    }
  }

  try { // typed here while nothing could be sent
    for (const [name, value] of JSON.parse(localStorage.getItem(key) ?? '[]')) {
      const field = fields.find((f) => f.name === name)
      if (field) field.value = value
    }
  } catch { /* nothing was kept */ }
  if (now() !== sent) later(0)
  paper.addEventListener('input', () => { keep(); say(''); later(3000) })
  paper.addEventListener('focusout', () => { send() })
  addEventListener('online', () => { send() })
  paper.addEventListener('submit', (event) => {
    if (navigator.onLine !== false) return forget()
    event.preventDefault() // the browser's own error page would take the answers away
    keep()
    say(paper.dataset.waiting)
  })
}
