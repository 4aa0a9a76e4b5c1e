import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Address } from '#modules/identity/schema.ts'
import { formOf } from '../../../entities/address/address-form.ts'
import { fetchMyself } from '../../../lib/api/account/accounts.ts'
import { fetchAddresses } from '../../../lib/api/account/addresses.ts'
import type { ApiClient } from '../../../lib/api/client.ts'
import { fetchMyOrders } from '../../../lib/api/orders.ts'
import { outcomeOf } from '../../../lib/router/outcome.ts'
import { sessionAtom } from '../../../entities/session/session-atoms.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import type { CheckoutForm } from '../checkout.ts'
import { placeOf } from './place.ts'

/** The fields of the form that the server knows. */
export type KnownShipping = Partial<CheckoutForm>

/**
 * Reports the mobile number given at signup, and the default of the saved addresses or else the address of the last order,
 * each as soon as it is fetched: a login returns none of them. The form does not wait for them; if they cannot be fetched,
 * the person fills the fields in. Returns the saved addresses, as soon as they are fetched.
 */
export function useKnownShipping(report: (known: KnownShipping) => void): readonly Address[] {
  const api = useApi()
  const loginUserName = useAtomValue(sessionAtom)?.loginUserName ?? ''
  const [addresses, setAddresses] = useState<readonly Address[]>([])
  const onKnown = useEffectEvent(report)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    async function reportWhenKnown(pending: Promise<KnownShipping>) {
      const outcome = await outcomeOf(pending, () => '')
      if (outcome.ok && !signal.aborted) onKnown(outcome.value)
    }
    const mobileIsReported = reportWhenKnown(knownMobile(api, signal))
    async function knownAddress(): Promise<KnownShipping> {
      const saved = await outcomeOf(fetchAddresses(api, signal), () => '')
      if (saved.ok && !signal.aborted) setAddresses(saved.value)
      const [preferred] = saved.ok ? saved.value : []
      const known = preferred === undefined ? await lastAddress(api, loginUserName, signal) : formOf(preferred)
      // The mobile number of an address replaces that of the account, never the other way round.
      await mobileIsReported
      return known
    }
    void reportWhenKnown(knownAddress())
    return () => leaving.abort()
  }, [api, loginUserName])
  return addresses
}

async function knownMobile(api: ApiClient, signal: AbortSignal): Promise<KnownShipping> {
  const { mobileNumber } = await fetchMyself(api, signal)
  return { shippingMobile: mobileNumber }
}

async function lastAddress(api: ApiClient, loginUserName: string, signal: AbortSignal): Promise<KnownShipping> {
  const { content } = await fetchMyOrders(api, { loginUserName, page: 0 }, signal)
  const last = content[0]
  return last === undefined ? {} : placeOf(last.shipping)
}
