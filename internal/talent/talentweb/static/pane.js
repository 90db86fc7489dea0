// The CV beside the list on wide screens. j, k, the arrows and a press choose who is shown, Enter
// opens the page. The address keeps who was chosen.

const wide = window.matchMedia('(min-width: 1200px)')
const chosen = 'at' // field of the address

export function pane(document) {
  let latest

  const links = () => [...document.querySelectorAll('.panes .hit-link')]
  const idOf = (link) => link.closest('.hit').id.slice('hit-'.length)

  async function show(link) {
    for (const other of links()) other.removeAttribute('aria-current')
    link.setAttribute('aria-current', 'true')
    latest?.abort()
    const question = latest = new AbortController()
    const failed = document.getElementById('offline')
    try {
      const answer = await fetch(link.href, { headers: { 'HX-Request': 'true' }, signal: question.signal })
      if (!answer.ok) throw new Error(answer.statusText)
      const text = await answer.text()
      if (question.signal.aborted) return
      const box = document.getElementById('pane')
      box.innerHTML = text
      box.scrollTop = 0
      failed.hidden = true
    } catch {
      if (!question.signal.aborted) failed.hidden = false
    }
  }

  function choose(link) {
    if (link.getAttribute('aria-current')) return
    const here = new URL(window.location)
    here.searchParams.set(chosen, idOf(link))
    window.history.replaceState(window.history.state, '', here)
    show(link)
  }

  // begin shows whom the address names, else the first.
  function begin() {
    if (!wide.matches) return
    const at = new URL(window.location).searchParams.get(chosen)
    const all = links()
    const link = all.find((one) => idOf(one) === at) || all[0]
    if (link) show(link)
  }

  document.addEventListener('focusin', (event) => {
    if (wide.matches && event.target.matches('.panes .hit-link')) choose(event.target)
  })
  document.addEventListener('click', (event) => {
    if (!wide.matches || event.ctrlKey || event.metaKey || event.shiftKey || event.detail === 0) return
    const link = event.target.closest('.panes .hit')?.querySelector('.hit-link')
    if (!link || event.target.closest('.pick, details')) return
    event.preventDefault()
    link.focus()
  })
  document.addEventListener('htmx:after:swap', begin)
  wide.addEventListener('change', begin)
  begin()
}
