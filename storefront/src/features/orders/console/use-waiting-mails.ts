import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { OrderMail } from './notes-and-mails.ts'

const reloadMs = 3_000

/** Reloads the page now and then while a mail waits to be sent, which takes seconds, and the page is visible. */
export function useWaitingMails(mails: readonly Pick<OrderMail, 'fate'>[]): void {
  const router = useRouter()
  const isWaiting = mails.some(({ fate }) => fate === 'waiting')
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => {
      if (!document.hidden) void router.invalidate()
    }, reloadMs)
    return () => clearInterval(timer)
  }, [router, isWaiting])
}
