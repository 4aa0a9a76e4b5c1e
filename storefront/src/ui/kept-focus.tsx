import { useEffect, useRef, type FocusEvent, type ReactNode } from 'react'

/**
 * Where what has the focus in here is taken away, as a step by having been taken, the keyboard goes on from the card or
 * section that it was in, or else from the page's heading. For a pointer the page stays where it is scrolled to.
 */
export function KeptFocus({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  const focused = useRef<Element>(null)
  const place = useRef<Element>(null)
  const isByKey = useRef(false)
  useEffect(() => {
    const observer = new MutationObserver(() => {
      if (!focused.current || focused.current.isConnected || !isFocusLost()) return
      focused.current = null
      focusOn(place.current, { preventScroll: !isByKey.current })
    })
    if (element.current) observer.observe(element.current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])

  function onFocus({ target }: FocusEvent) {
    focused.current = target
    place.current = target.closest('article, section')
    isByKey.current = target.matches(':focus-visible')
  }
  return (
    <div ref={element} role="presentation" onFocus={onFocus} onBlur={() => (focused.current = null)}>
      {children}
    </div>
  )
}

/** In an open dialog it has only to wait. */
function isFocusLost(): boolean {
  return document.activeElement === document.body && !document.querySelector(':modal')
}

function focusOn(place: Element | null, options: FocusOptions): void {
  const next = place?.isConnected ? place : document.querySelector('h1')
  if (!(next instanceof HTMLElement)) return
  next.tabIndex = -1
  next.focus(options)
}
