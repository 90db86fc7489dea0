// The answer of an invited candidate: what is typed goes to the server every few seconds and
// when the field is left, so that another device goes on with it. While the connection is down
// it stays in this browser, is sent again, and the page says that it is not saved yet.

const every = 3000 // ms between two savings while somebody types
const again = 5000 // ms to the next attempt after one that failed

export function autosave(root) {
  const state = root.querySelector('[data-saved]')
  const form = state?.closest('form')
  if (!form) return
  const field = form.querySelector('textarea, input[type="text"]')
  const key = `answer ${state.dataset.keep} ${form.elements.question_id.value}`
  const text = () => new FormData(form).get('user_answer') ?? ''
  let saved = text()
  let timer = 0
  let sending = false

  const say = (words) => { if (state.textContent !== words) state.textContent = words }
  const keep = () => { try { localStorage.setItem(key, text()) } catch { /* the page itself still has it */ } }
  const forget = () => { try { localStorage.removeItem(key) } catch { /* nothing was kept */ } }
  const later = (ms) => { timer ||= setTimeout(send, ms) }

  async function send() {
    clearTimeout(timer)
    timer = 0
    const now = text()
    if (sending || now === saved) return
    sending = true
    const body = new URLSearchParams({ question_id: form.elements.question_id.value, user_answer: now })
    try {
      const answer = await fetch(state.dataset.draft, { method: 'POST', body, signal: AbortSignal.timeout(10000) })
      if (answer.status === 409 || answer.status === 404) return say(state.dataset.moved)
      if (!answer.ok) throw new Error(String(answer.status))
      saved = now
      if (text() === now) { forget(); say(state.dataset.yes) }
      else later(every)
    } catch {
      say(state.dataset.no)
      later(again)
    } finally {
      sending = false
    }
  }

  const left = recall(key)
  if (left && field && left !== field.value) { // typed here while nothing could be sent
    field.value = left
    later(0)
  }
  form.addEventListener('input', () => { keep(); say(''); later(every) })
  form.addEventListener('focusout', () => { send() })
  addEventListener('online', () => { send() })
  form.addEventListener('submit', (event) => {
    if (navigator.onLine !== false) return forget()
    event.preventDefault() // the browser's own error page would take the text away
    keep()
    say(state.dataset.no)
  })
}

function recall(key) {
  try { return localStorage.getItem(key) } catch { return null }
}

// countdown keeps the time that is left current, to the minute, and warns of the last one.
export function countdown(root) {
  const place = root.querySelector('[data-left-until]')
  if (!place) return
  const until = Date.parse(place.dataset.leftUntil)
  const shown = place.querySelector('[data-left]')
  const lang = document.documentElement.lang
  const tell = (n, unit) => new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(n)
  const tick = () => {
    const minutes = Math.floor((until - Date.now()) / 60000)
    if (minutes >= 120) return
    if (minutes < 1) {
      place.setAttribute('role', 'alert')
      shown.textContent = place.dataset.leftSoon
      clearInterval(timer)
      return
    }
    shown.textContent = shown.textContent.replace(/:.*/, `: ${tell(minutes, 'minute')}`)
  }
  const timer = setInterval(tick, 15000)
  tick()
}
