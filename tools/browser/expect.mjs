// Small judges for flows: each says what it wanted when it did not get it.
import { setTimeout as pause } from 'node:timers/promises'

export function equal(got, want, what) {
  if (got !== want) throw new Error(`${what}: got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`)
}

export function holds(text, part, what) {
  if (!text.includes(part)) throw new Error(`${what}: ${JSON.stringify(part)} is not in ${JSON.stringify(text.slice(0, 600))}`)
}

// becomes waits until read gives want: a press leads to the next page, it does not wait for it.
export const becomes = (read, want, what) => settles(read, (got) => equal(got, want, what))

// shows waits until part is in the text that read gives.
export const shows = (read, part, what) => settles(read, (text) => holds(text ?? '', part, what))

// settles asks again until judge has nothing to say, at most for twenty seconds.
async function settles(read, judge) {
  for (const end = Date.now() + 20_000; ;) {
    try {
      return judge(await read())
    } catch (problem) { // what is read may be of a page that is just left, too
      if (Date.now() > end) throw problem
    }
    await pause(50)
  }
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
