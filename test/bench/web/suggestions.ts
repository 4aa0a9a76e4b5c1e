import { launchBrowser, visit } from '../../support/browser/browser.ts'
import { Visitors } from '../../support/browser/visitors.ts'

const typed = ['moni', 'ventil', 'oxygen', 'surgi', 'trolly', 'ultras', 'infus', 'defib']

/** The milliseconds from each keystroke to the first frame with the changed suggestions, without throttling. */
export async function measureSuggestions(url: string, browserPath: string): Promise<number[]> {
  const browser = await launchBrowser(browserPath)
  try {
    const { page } = await visit(new Visitors(browser), { url, settled: () => Promise.resolve() }, 1440)
    await page.goto('/')
    const box = page.getByRole('combobox').first()
    await page.evaluate(`
      window.painted = []
      let typedAt = 0
      addEventListener('input', () => { typedAt = performance.now() }, true)
      new MutationObserver((changes) => {
        const isList = ({ target }) => target instanceof Element && target.querySelector('[role=option]') !== null
        if (typedAt === 0 || !changes.some(isList)) return
        const from = typedAt
        typedAt = 0
        requestAnimationFrame(() => setTimeout(() => window.painted.push(performance.now() - from)))
      }).observe(document.body, { childList: true, subtree: true, characterData: true })`)
    for (const word of typed) {
      await box.fill('')
      for (const letter of word) {
        await box.press(letter)
        await page.waitForTimeout(250)
      }
    }
    return await page.evaluate<number[]>('window.painted')
  } finally {
    await browser.close()
  }
}
