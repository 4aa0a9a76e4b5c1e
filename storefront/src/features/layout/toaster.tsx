import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import { waitingToastsAtom } from '../../lib/toast-atoms.ts'
import styles from './toaster.module.css'

/** Shows what waits to be said, one below the other. */
export function Toaster() {
  const [waiting, setWaiting] = useAtom(waitingToastsAtom)
  useEffect(() => {
    if (waiting.length === 0) return
    for (const { kind, message } of waiting) toast[kind](message)
    setWaiting([])
  }, [waiting, setWaiting])
  return (
    <Sonner
      position="bottom-left"
      offset={24}
      mobileOffset={16}
      duration={4500}
      closeButton
      toastOptions={{ className: styles['toast'] }}
    />
  )
}
