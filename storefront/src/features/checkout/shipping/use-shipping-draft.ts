import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import type { Address } from '#modules/identity/schema.ts'
import { formOf, isSameAddress } from '../../../entities/address/address-form.ts'
import { noPlace as nothingFilled, type Place } from '../../../entities/address/pin-place.ts'
import { sessionAtom } from '../../../entities/session/session-atoms.ts'
import type { Session } from '../../../entities/session/session.ts'
import { useDraft } from '../../../entities/session/use-draft.ts'
import { emptyForm, type CheckoutForm } from '../checkout.ts'
import { hasPlace, noPlace } from './place.ts'
import { useKnownShipping } from './use-known-shipping.ts'

/**
 * The texts of the shipping form. It begins with what the session knows, then with the default of the saved addresses or
 * the address of the last order; what a person typed stays.
 */
export function useShippingDraft() {
  const [initial] = useState(formFor(useAtomValue(sessionAtom)))
  const { form, now, change, fill, drop } = useDraft('checkout', initial)
  const byPin = useFilledByPin(change)
  /** The texts that no person has typed. */
  const known = useRef<Partial<CheckoutForm>>(initial)
  /**
   * The initial form for an address other than the saved ones: the person's own name and number, or what they typed.
   */
  const other = useRef<CheckoutForm>({ ...initial, ...noPlace })
  const addresses = useKnownShipping((found) => {
    if (found.address === undefined) other.current = { ...other.current, ...found }
    // Parts of two addresses must not be mixed.
    const isMixed = found.address !== undefined && hasPlace(now())
    if (isMixed) return
    fill(untyped(now(), found, known.current))
    known.current = { ...known.current, ...found }
  })

  function choose(address: Address | undefined) {
    if (chosen === undefined && hasPlace(form)) other.current = form
    change(address === undefined ? other.current : { ...noPlace, ...formOf(address) })
    byPin.clear()
  }
  const chosen = addresses.find((address) => isSameAddress(address, form))
  function dropAll() {
    drop()
    byPin.drop()
  }
  return { form, byPin, drop: dropAll, addresses, chosen, choose }
}

/** What a PIN code has filled in and no person has typed over since, also after a reload. */
function useFilledByPin(change: (texts: Partial<CheckoutForm>) => void) {
  const { form: filled, change: keep, drop } = useDraft('checkout by PIN', nothingFilled)
  return {
    filled,
    type: (field: keyof CheckoutForm, text: string) => {
      change({ [field]: text })
      if (field in filled) keep({ [field]: '' })
    },
    fill: (place: Partial<Place>) => {
      change(place)
      keep({ ...nothingFilled, ...place })
    },
    clear: () => keep(nothingFilled),
    drop,
  }
}

/** What may be filled into the fields that are empty or hold only what was known before. */
function untyped(
  form: CheckoutForm,
  found: Partial<CheckoutForm>,
  before: Partial<Record<string, string>>,
): Partial<CheckoutForm> {
  const shown: Partial<Record<string, string>> = form
  const free = Object.entries(found).filter(
    ([field, text]) => text !== '' && (shown[field] === '' || shown[field] === before[field]),
  )
  return Object.fromEntries(free)
}

/** The form prefilled from the session (spec §3: the stored user is used at checkout). */
function formFor(session: Session | null): CheckoutForm {
  if (session === null) return emptyForm
  const { name, address, city, state, zipCode } = session
  return { ...emptyForm, name, address, city, state, zipCode }
}
