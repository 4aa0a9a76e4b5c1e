import { useEffect, useRef, type FocusEvent, type ReactNode } from 'react'

/**
 * When the focused element is removed, for example the button of a step that was taken, moves the focus to the card, row
 * or section that contained it, or else to the page's heading. Scrolls there only for keyboard users.
 */
export function FocusRecovery({ children }: { children: ReactNode }) {
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
    place.current = target.closest('article, section, tr')
    isByKey.current = target.matches(':focus-visible')
  }

  /** A button that is disabled while it works loses the focus, too, and may be removed by its own work. */
  function onBlur({ target }: FocusEvent) {
    if (!(target instanceof HTMLButtonElement && target.disabled)) focused.current = null
  }
  return (
    <div ref={element} role="presentation" onFocus={onFocus} onBlur={onBlur}>
      {children}
    </div>
  )
}

/** While a dialog is open, the focus will return there. */
function isFocusLost(): boolean {
  return document.activeElement === document.body && !document.querySelector(':modal')
}

function focusOn(place: Element | null, options: FocusOptions): void {
  const isShown = place instanceof HTMLElement && place.isConnected && place.offsetHeight > 0
  const next = isShown ? place : document.querySelector('h1')
  if (next === null) return
  next.tabIndex = -1
  next.focus(options)
}
