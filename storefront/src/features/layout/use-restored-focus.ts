import { useEffect } from 'react'

/**
 * A button that is disabled while it works loses the focus. Gives it back as soon as the button can be used again, unless
 * something else has the focus by then.
 */
export function useRestoredFocus(): void {
  useEffect(() => {
    let working: EventTarget | undefined
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof HTMLButtonElement)) continue
        if (target.disabled && target === document.activeElement) working = target
        if (target.disabled || target !== working) continue
        working = undefined
        if (document.activeElement === document.body) target.focus()
      }
    })
    observer.observe(document.body, { subtree: true, attributeFilter: ['disabled'] })
    return () => observer.disconnect()
  }, [])
}
