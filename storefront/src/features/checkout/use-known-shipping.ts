import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { fetchMyself } from '../../lib/api/accounts.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import { fetchMyOrders } from '../../lib/api/orders.ts'
import { outcomeOf } from '../../lib/router/outcome.ts'
import { sessionAtom } from '../../entities/session/session-atoms.ts'
import { useApi } from '../../lib/api/use-services.ts'
import type { CheckoutForm } from './checkout.ts'

/** The fields of the form that the server knows. */
export type KnownShipping = Partial<CheckoutForm>

/**
 * Reports the mobile number given at signup and the address of the last order, each as soon as it is fetched: a login
 * returns neither. The form does not wait for them; if they cannot be fetched, the person fills the fields in.
 */
export function useKnownShipping(report: (known: KnownShipping) => void): void {
  const api = useApi()
  const loginUserName = useAtomValue(sessionAtom)?.loginUserName ?? ''
  const onKnown = useEffectEvent(report)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    async function reportWhenKnown(pending: Promise<KnownShipping>) {
      const answer = await outcomeOf(pending, () => '')
      if (answer.ok && !signal.aborted) onKnown(answer.value)
    }
    void reportWhenKnown(knownMobile(api, signal))
    void reportWhenKnown(lastAddress(api, loginUserName, signal))
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
