import { useEffect, useRef } from 'react'
import { useToast } from '../../../lib/atoms/toast-atoms.ts'

/**
 * Returns a function that records a fault shown on a product's card. If the card unmounts before the admin's next click
 * or key press (for example because the click that left the field opened another page), the fault is shown as a toast.
 */
export function useUnreadFaults(title: string): (fault: string) => void {
  const toast = useToast()
  const isMounted = useRef(true)
  const unread = useRef<string>(undefined)
  useEffect(() => {
    const ending = new AbortController()
    const onAct = () => (unread.current = undefined)
    const options = { capture: true, signal: ending.signal }
    for (const act of ['pointerdown', 'keydown']) document.addEventListener(act, onAct, options)
    isMounted.current = true
    return () => {
      ending.abort()
      isMounted.current = false
      if (unread.current !== undefined) toast.error(unread.current)
    }
  }, [toast])
  return (fault) => {
    const message = `${title}: ${fault}`
    if (isMounted.current) unread.current = message
    else toast.error(message)
  }
}
