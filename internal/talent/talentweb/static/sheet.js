// On a phone the conditions are a sheet over the results: it closes when they are asked for.
export function sheet(root) {
  const form = root.getElementById('conditions')
  form?.addEventListener('submit', () => { if (form.matches(':popover-open')) form.hidePopover() })
}
