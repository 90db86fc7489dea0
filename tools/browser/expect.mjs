// Small judges for flows: each says what it wanted when it did not get it.

export function equal(got, want, what) {
  if (got !== want) throw new Error(`${what}: got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`)
}

export function holds(text, part, what) {
  if (!text.includes(part)) throw new Error(`${what}: ${JSON.stringify(part)} is not in ${JSON.stringify(text.slice(0, 600))}`)
}

// focused describes the element that has the focus.
export const focused = (page) => page.evaluate(() => {
  const e = document.activeElement
  return e.id || e.getAttribute('name') || e.textContent.trim().slice(0, 60)
})

// tabTo presses Tab until the focus is on an element that matches, as a person would.
export async function tabTo(page, selector, most = 60) {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate((s) => document.activeElement.matches(s), selector)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${selector} is not reached with ${most} presses of Tab, the focus is on ${await focused(page)}`)
}
