import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { CheckoutState } from './checkout-state.ts'
import * as styles from './checkout-screen.module.css'

const time = new Intl.DateTimeFormat('en-IN', { timeStyle: 'short', timeZone: 'Asia/Kolkata' })

/** Places the order. After a refusal for too many orders, it says from when on the order would be accepted. */
export function PlaceButton({ state }: { state: CheckoutState }) {
  // Stays disabled after success: until the next page appears, a second click would place a second order.
  const isBusy = state.status === 'submitting' || state.status === 'success'
  const retryAt = useFutureTime(state.status === 'error' ? state.retryAt : undefined)
  const label = retryAt === undefined ? 'Place Order' : `Try again at ${time.format(minuteAfter(retryAt))}`
  return (
    <Button type="submit" large className={styles['place']} disabled={isBusy}>
      {isBusy ? 'Processing...' : label}
    </Button>
  )
}

/** Rounded up, because an attempt before the time is refused. */
function minuteAfter(milliseconds: number): number {
  return Math.ceil(milliseconds / 60_000) * 60_000
}

/** The time in ms, until it has come. */
function useFutureTime(time: number | undefined): number | undefined {
  const [past, setPast] = useState<number>()
  useEffect(() => {
    if (time === undefined) return
    const timer = setTimeout(() => setPast(time), time - Date.now())
    return () => clearTimeout(timer)
  }, [time])
  return time === past ? undefined : time
}
