import { useEffect, useRef } from 'react'
import { useToast } from '../../../lib/toast-atoms.ts'

/**
 * For faults that stand on a product's card: gives a function that sees to it that one is heard of. Where the card goes
 * before anything was done since, as by the click that left its field for another page, it is said in the corner.
 */
export function useFaultsHeard(title: string): (fault: string) => void {
  const toast = useToast()
  const isHere = useRef(true)
  const unread = useRef<string>(undefined)
  useEffect(() => {
    const ending = new AbortController()
    const onAct = () => (unread.current = undefined)
    const options = { capture: true, signal: ending.signal }
    for (const act of ['pointerdown', 'keydown']) document.addEventListener(act, onAct, options)
    isHere.current = true
    return () => {
      ending.abort()
      isHere.current = false
      if (unread.current !== undefined) toast.error(unread.current)
    }
  }, [toast])
  return (fault) => {
    const said = `${title}: ${fault}`
    if (isHere.current) unread.current = said
    else toast.error(said)
  }
}
