import { useEffect, useEffectEvent } from 'react'
import { fetchMyself } from '../../lib/api/accounts.ts'
import { outcomeOf } from '../../lib/outcome.ts'
import { useApi } from '../../lib/use-services.ts'

/** Tells the mobile number that was given at signup, once it is known; the form does not wait for it. */
export function useKnownMobile(tell: (mobileNumber: string) => void): void {
  const api = useApi()
  const onKnown = useEffectEvent(tell)
  useEffect(() => {
    const leaving = new AbortController()
    async function ask() {
      // Where it cannot be had the field is filled in by hand.
      const answer = await outcomeOf(fetchMyself(api, leaving.signal), () => '')
      if (answer.ok && !leaving.signal.aborted) onKnown(answer.value.mobileNumber)
    }
    void ask()
    return () => leaving.abort()
  }, [api])
}
