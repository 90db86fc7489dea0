// A page whose part has to wait can be read before the part is there, without scripts too; a sign says
// that more is coming and goes when it has come. GET /release lets the part come.
import { withBrowser } from '../../../tools/browser/browser.mjs'
import { becomes, equal } from '../../../tools/browser/expect.mjs'

const base = process.argv[2]

await withBrowser(async (open) => {
  for (const scripts of [true, false]) {
    const page = await open({ base, scripts })
    const whole = page.goto('/slow', { waitUntil: 'load' })
    await page.getByText('Waiting for the answer…').waitFor({ state: 'visible' })
    await becomes(() => page.getByRole('heading', { name: 'The question' }).isVisible(), true, 'what stands before the part')
    await becomes(() => page.getByText('The answer.').count(), 0, 'parts before the release')
    await page.context().request.get('/release')
    await whole
    await becomes(() => page.getByText('The answer.').isVisible(), true, 'the part')
    await becomes(() => page.getByText('Waiting for the answer…').isVisible(), false, 'the sign beside the part')
    equal(page.problems.join(), '', 'problems')
    await page.context().close()
  }
})
