// A field of skills as chips with suggestions. The plain field behind it stays the truth
// and is what the form sends; suggestions come from the skill taxonomy in any spelling.

const wait = 120 // ms between the last key and the question for suggestions

export function chips(root) {
  for (const field of root.querySelectorAll('[data-chips]')) wire(field)
}

function wire(field) {
  const list = field.querySelector('.chip-list')
  const entry = field.querySelector('.chip-entry')
  const plain = field.querySelector('.chip-plain')
  const offers = suggestions(field.querySelector('.options'), entry, take)

  const names = () => [...list.children].map((item) => item.firstElementChild.textContent)

  function changed() {
    plain.value = names().join(', ')
    entry.placeholder = names().length ? '' : entry.dataset.placeholder
    plain.form.dispatchEvent(new CustomEvent('kadry:changed', { bubbles: true }))
  }

  function take(text) {
    const fresh = text.split(/[,;\n]/).map((part) => part.trim()).filter((part) => part && !names().includes(part))
    fresh.forEach((name) => list.append(chip(field, name)))
    entry.value = ''
    offers.close()
    if (fresh.length) changed()
  }

  entry.dataset.placeholder = entry.placeholder
  if (names().length) entry.placeholder = ''

  entry.addEventListener('input', (event) => {
    event.stopPropagation() // what is half typed is no condition yet
    if (/[,;\n]/.test(entry.value)) take(entry.value)
    else offers.ask(entry.value)
  })
  entry.addEventListener('change', (event) => event.stopPropagation())
  entry.addEventListener('keydown', (event) => {
    if (offers.key(event)) return
    if (event.key === 'Enter' && entry.value.trim()) {
      event.preventDefault()
      take(entry.value)
    }
    if (event.key === 'Backspace' && !entry.value && list.lastElementChild) {
      list.lastElementChild.remove()
      changed()
    }
  })
  entry.addEventListener('blur', () => {
    offers.close()
    if (entry.value.trim()) take(entry.value)
  })
  list.addEventListener('click', (event) => {
    const button = event.target.closest('button')
    if (!button) return
    button.parentElement.remove()
    changed()
    entry.focus()
  })
  field.querySelector('.chipbox').addEventListener('click', (event) => {
    if (event.target === event.currentTarget) entry.focus()
  })
}

function chip(field, name) {
  const item = field.querySelector('template').content.firstElementChild.cloneNode(true)
  item.firstElementChild.textContent = name
  const button = item.querySelector('button')
  button.setAttribute('aria-label', button.getAttribute('aria-label').replace('{}', name))
  return item
}

// suggestions is the list under a field: arrows move, Enter or a press takes.
function suggestions(box, entry, take) {
  let timer, latest
  let at = -1

  function close() {
    clearTimeout(timer)
    latest?.abort()
    box.hidden = true
    box.replaceChildren()
    at = -1
    entry.setAttribute('aria-expanded', 'false')
    entry.removeAttribute('aria-activedescendant')
  }

  function show(found) {
    close()
    found.forEach((skill, i) => box.append(option(box.id + '-' + i, skill)))
    box.hidden = !found.length
    entry.setAttribute('aria-expanded', String(found.length > 0))
  }

  function select(next) {
    const options = [...box.children]
    at = (next + options.length) % options.length
    options.forEach((item, i) => item.setAttribute('aria-selected', String(i === at)))
    entry.setAttribute('aria-activedescendant', options[at].id)
    options[at].scrollIntoView({ block: 'nearest' })
  }

  function ask(text) {
    clearTimeout(timer)
    if (!text.trim()) return close()
    timer = setTimeout(async () => {
      latest?.abort()
      latest = new AbortController()
      try {
        const answer = await fetch('/skills?q=' + encodeURIComponent(text.trim()), { signal: latest.signal, headers: { 'HX-Request': 'true' } })
        if (answer.ok && document.activeElement === entry) show(await answer.json())
      } catch {
        // Suggestions are a help: without them the field takes any word.
      }
    }, wait)
  }

  function key(event) {
    if (box.hidden) return false
    if (event.key === 'ArrowDown') select(at + 1)
    else if (event.key === 'ArrowUp') select(at < 0 ? -1 : at - 1)
    else if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && at >= 0) take(box.children[at].dataset.name)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  // mousedown, because a press takes the focus away from the field first
  box.addEventListener('mousedown', (event) => {
    event.preventDefault()
    const item = event.target.closest('li')
    if (item) take(item.dataset.name)
  })
  return { ask, key, close }
}

function option(id, skill) {
  const item = document.createElement('li')
  item.id = id
  item.role = 'option'
  item.dataset.name = skill.name
  item.setAttribute('aria-selected', 'false')
  const name = document.createElement('span')
  name.textContent = skill.name
  item.append(name)
  if (skill.also) {
    const also = document.createElement('span')
    also.className = 'note'
    also.textContent = skill.also
    item.append(also)
  }
  return item
}
