// The first script of a page, fetched at once and alone: the others are fetched when the page is painted and its main
// picture is there, so that on a slow connection they take nothing from what people see first. Until the page answers,
// it keeps what was clicked last.

const scripts = document.getElementById('start')?.dataset['scripts']?.split(' ') ?? []

/** However long the main picture takes. */
const longestWaitMs = 3000

/** Importing twice is importing once. */
function fetchScripts() {
  for (const script of scripts) void import(/* @vite-ignore */ script)
}

function afterPaint() {
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority=high]')
  if (picture === null || picture.complete) return fetchScripts()
  picture.addEventListener('load', fetchScripts)
  picture.addEventListener('error', fetchScripts)
}

/** Links and forms work without scripts; all other buttons wait for theirs. */
function keepClick({ target }: MouseEvent) {
  const button = target instanceof Element ? target.closest<HTMLElement>('#root button:not([type=submit])') : null
  if (button === null) return
  clicked?.removeAttribute('aria-busy')
  clicked = button
  clicked.setAttribute('aria-busy', 'true')
}

function answerClick() {
  removeEventListener('click', keepClick, true)
  clicked?.removeAttribute('aria-busy')
  if (clicked?.isConnected) clicked.click()
}

let clicked: HTMLElement | undefined
addEventListener('click', keepClick, true)
new MutationObserver((_, observer) => {
  observer.disconnect()
  answerClick()
}).observe(document.documentElement, { attributeFilter: ['data-ready'] })

// Nothing is painted in the background.
if (document.hidden) fetchScripts()
requestAnimationFrame(() => setTimeout(afterPaint))
setTimeout(fetchScripts, longestWaitMs)
