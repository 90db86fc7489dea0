// Opens the dialog a link names instead of the page it leads to, and closes the panels of
// a result that nobody looks at any more.

export function dialogs(document) {
  document.addEventListener('click', (event) => {
    const opener = event.target.closest('[data-dialog]')
    const dialog = opener && document.getElementById(opener.dataset.dialog)
    if (dialog) {
      event.preventDefault()
      dialog.showModal()
      return
    }
    const closer = event.target.closest('dialog [data-close]')
    if (closer) {
      event.preventDefault()
      closer.closest('dialog').close()
    }
  })
  document.addEventListener('click', (event) => closePanels(document, event.target.closest('.why')))
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    const panel = document.activeElement.closest('.hit .why[open]')
    closePanels(document, null)
    panel?.querySelector('summary').focus()
  })
}

function closePanels(document, but) {
  for (const panel of document.querySelectorAll('.hit .why[open]')) if (panel !== but) panel.open = false
}
