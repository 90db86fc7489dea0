// Copies the text of an element and says that it did.

export function copies(document) {
  document.addEventListener('click', async (event) => {
    const button = event.target.closest('[data-copy]')
    const source = button && document.getElementById(button.dataset.copy)
    if (!source) return
    try {
      await navigator.clipboard.writeText(source.textContent)
    } catch {
      getSelection().selectAllChildren(source) // no clipboard here: leave it selected to copy by hand
      return
    }
    button.dataset.label ??= button.textContent
    button.textContent = button.dataset.done
    setTimeout(() => { button.textContent = button.dataset.label }, 2000)
  })
}
