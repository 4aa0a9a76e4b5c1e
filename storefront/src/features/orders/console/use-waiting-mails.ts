import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { wait } from '../../../lib/router/wait.ts'
import { backOff } from '../../../lib/back-off.ts'
import type { OrderMail } from './notes-and-mails.ts'

const delayMs = backOff({ firstMs: 3_000, longestMs: 60_000 })

/**
 * Reloads the page while a mail waits to be sent and the page is visible: soon at first, because a mail takes seconds,
 * and less and less often for a mail that waits for its next attempt. A change of the mails resets the delay.
 */
export function useWaitingMails(mails: readonly Pick<OrderMail, 'id' | 'fate' | 'attempts'>[]): void {
  const router = useRouter()
  const waiting = mails.filter(({ fate }) => fate === 'waiting').map(({ id, attempts }) => `${id} ${attempts}`)
  const state = waiting.join()
  useEffect(() => {
    const ending = new AbortController()
    if (state !== '') void repeat(() => router.invalidate(), ending.signal)
    return () => ending.abort()
  }, [router, state])
}

async function repeat(reload: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (let repeats = 0; !signal.aborted; repeats++) {
    await wait(delayMs(repeats), signal).catch(() => undefined)
    if (!signal.aborted && !document.hidden) await reload()
  }
}
