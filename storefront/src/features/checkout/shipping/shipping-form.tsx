import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { AddressFieldset } from '../../../entities/address/address-fieldset.tsx'
import { useMobileAdvice } from '../../../entities/address/use-mobile-advice.ts'
import { Message } from '../../../ui/feedback/message.tsx'
import { checkoutFields } from '../checkout.ts'
import { Changes } from '../changes.tsx'
import { PlaceButton } from '../place-button.tsx'
import { SavedAddresses } from './saved-addresses.tsx'
import { useSaveAddress } from './use-save-address.ts'
import { useShippingDraft } from './use-shipping-draft.ts'
import type { useCheckout } from '../use-checkout.ts'
import * as styles from '../checkout-screen.module.css'

type ShippingFormProps = {
  checkout: ReturnType<typeof useCheckout>
  /** The back link, next to the button that places the order. */
  back: ReactNode
}

/** The shipping address, and the button that places the order. */
export function ShippingForm({ checkout, back }: ShippingFormProps) {
  const { state, submit, prepare, acceptChanges } = checkout
  const element = useRef<HTMLFormElement>(null)
  const { form, byPin, drop, addresses, chosen, choose } = useShippingDraft()
  const [mustSave, setMustSave] = useState(false)
  const [submitted, setSubmitted] = useState(form)
  const saveAddress = useSaveAddress()
  const mobile = useMobileAdvice(form.shippingMobile)
  const fault = state.status === 'error' ? state.fault : undefined
  const panel = useRef<HTMLDivElement>(null)
  /** A state from before this form was mounted (for example in another tab) must not move the focus. */
  const initialState = useRef(state)
  useEffect(() => {
    if (initialState.current === state) return
    const isOfNoField = state.status === 'error' && state.fault.field === undefined
    if (isOfNoField || state.status === 'changed') panel.current?.focus()
  }, [state])

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    setSubmitted(form)
    const { placed, field } = await submit(form)
    if (placed) {
      drop()
      if (mustSave && chosen === undefined) void saveAddress(form)
    } else if (field) element.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only fetches a script
    <form
      ref={element}
      className={styles['form']}
      noValidate
      onFocus={prepare}
      onSubmit={(event) => void onSubmit(event)}
    >
      <h2>Shipping details</h2>
      <div ref={panel} tabIndex={-1} className={styles['panel']}>
        {fault && <Message kind="error">{fault.message}</Message>}
        <Changes state={state} onAccept={acceptChanges} />
      </div>
      <SavedAddresses addresses={addresses} chosen={chosen} onChoose={choose} />
      <div className={styles['fields']}>
        <AddressFieldset
          fields={checkoutFields}
          form={form}
          mobile={mobile}
          filledByPin={byPin.filled}
          onText={byPin.type}
          onPlace={byPin.fill}
          // A field that was changed since is not known to be wrong.
          faultOf={(field) => (fault?.field === field && form[field] === submitted[field] ? fault.message : undefined)}
        />
      </div>
      {chosen === undefined && (
        <label className={styles['save']}>
          <input type="checkbox" checked={mustSave} onChange={() => setMustSave(!mustSave)} />
          Save these details for later orders
        </label>
      )}
      <h2>Payment</h2>
      <div className={styles['payment']}>
        <input type="radio" id="cash-on-delivery" name="paymentMethod" value="cod" defaultChecked />
        <label htmlFor="cash-on-delivery">
          Cash on delivery <span>Pay when the goods reach you.</span>
        </label>
      </div>
      <div className={styles['actions']}>
        {back}
        <PlaceButton state={state} />
      </div>
    </form>
  )
}
