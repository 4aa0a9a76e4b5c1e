import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { fetchMyself } from '../../lib/api/accounts.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import { fetchMyOrders } from '../../lib/api/orders.ts'
import { outcomeOf } from '../../lib/router/outcome.ts'
import { sessionAtom } from '../../entities/session/session-atoms.ts'
import { useApi } from '../../lib/api/use-services.ts'
import type { CheckoutForm } from './checkout.ts'

/** Parts of the form as the shop knows them. */
export type KnownShipping = Partial<CheckoutForm>

/**
 * Tells the mobile number that was given at signup, and where the last order went, each once it is known: a login brings
 * neither. The form does not wait for them; where they cannot be had the fields are filled in by hand.
 */
export function useKnownShipping(tell: (known: KnownShipping) => void): void {
  const api = useApi()
  const loginUserName = useAtomValue(sessionAtom)?.loginUserName ?? ''
  const onKnown = useEffectEvent(tell)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    async function tellOnceKnown(asked: Promise<KnownShipping>) {
      const answer = await outcomeOf(asked, () => '')
      if (answer.ok && !signal.aborted) onKnown(answer.value)
    }
    void tellOnceKnown(knownMobile(api, signal))
    void tellOnceKnown(lastAddress(api, loginUserName, signal))
    return () => leaving.abort()
  }, [api, loginUserName])
}

async function knownMobile(api: ApiClient, signal: AbortSignal): Promise<KnownShipping> {
  const { mobileNumber } = await fetchMyself(api, signal)
  return { shippingMobile: mobileNumber }
}

async function lastAddress(api: ApiClient, loginUserName: string, signal: AbortSignal): Promise<KnownShipping> {
  const { content } = await fetchMyOrders(api, { loginUserName, page: 0 }, signal)
  const last = content[0]
  if (last === undefined) return {}
  const { name: _name, mobile: _mobile, email: _email, ...place } = last.shipping
  return place
}
