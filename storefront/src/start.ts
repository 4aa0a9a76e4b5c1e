// The first script of a page, fetched alone and at once. It fetches the others after the first paint and the main
// picture, so that on a slow connection they do not delay what is seen first. Until the page is interactive, it keeps
// the last click.

const scripts = document.getElementById('start')?.dataset['scripts']?.split(' ') ?? []

/** The scripts are fetched after this time even if the main picture has not arrived. */
const longestWaitMs = 3000

/**
 * Once the page has been received whole: its last element is the data that the scripts hydrate from, which they would
 * otherwise load again. Safe to call more than once: a module is imported only once.
 */
function fetchScripts() {
  if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', fetchScripts)
  for (const script of scripts) void import(/* @vite-ignore */ script)
}

function afterPaint() {
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority=high]')
  if (picture === null || picture.complete) return fetchScripts()
  picture.addEventListener('load', fetchScripts)
  picture.addEventListener('error', fetchScripts)
}

/** Keeps clicks on buttons only: links and forms work without scripts. */
function keepClick({ target }: MouseEvent) {
  const button = target instanceof Element ? target.closest<HTMLElement>('#root button:not([type=submit])') : null
  if (button === null) return
  clicked?.removeAttribute('aria-busy')
  clicked = button
  clicked.setAttribute('aria-busy', 'true')
}

function replayClick() {
  removeEventListener('click', keepClick, true)
  clicked?.removeAttribute('aria-busy')
  if (clicked?.isConnected) clicked.click()
}

let clicked: HTMLElement | undefined
addEventListener('click', keepClick, true)
new MutationObserver((_, observer) => {
  observer.disconnect()
  replayClick()
}).observe(document.documentElement, { attributeFilter: ['data-ready'] })

// A page in the background is not painted, so there is no frame to wait for.
if (document.hidden) fetchScripts()
requestAnimationFrame(() => setTimeout(afterPaint))
setTimeout(fetchScripts, longestWaitMs)
