// Says how many candidates are chosen for comparison, and stops at five.

const most = 5

export function picks(document) {
  const update = () => {
    const line = document.querySelector('[data-picked]')
    if (!line) return
    const boxes = [...document.querySelectorAll('.pick input')]
    const chosen = boxes.filter((box) => box.checked).length
    for (const box of boxes) box.disabled = chosen >= most && !box.checked
    if (chosen) line.textContent = line.dataset.picked.replace('{}', chosen)
  }
  document.addEventListener('change', (event) => event.target.matches('.pick input') && update())
  document.addEventListener('reset', () => queueMicrotask(update))
  document.addEventListener('htmx:after:swap', update)
  update()
}
