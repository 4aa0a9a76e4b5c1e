import { useAtomValue } from 'jotai'
import { useEffect, useRef, type ChangeEvent, type ReactNode, type SubmitEvent } from 'react'
import { sessionAtom } from '../../entities/session/session-atoms.ts'
import type { Session } from '../../entities/session/session.ts'
import { useDraft } from '../../entities/session/use-draft.ts'
import { TextArea, TextField } from '../../ui/forms/field.tsx'
import { Message } from '../../ui/feedback/message.tsx'
import { checkoutFields, emptyForm, type CheckoutForm } from './checkout.ts'
import { Changes } from './changes.tsx'
import { PlaceButton } from './place-button.tsx'
import { useKnownShipping } from './use-known-shipping.ts'
import type { useCheckout } from './use-checkout.ts'
import styles from './checkout-screen.module.css'

type ShippingFormProps = {
  checkout: ReturnType<typeof useCheckout>
  /** The back link, next to the button that places the order. */
  back: ReactNode
}

/** The shipping address, and the button that places the order. */
export function ShippingForm({ checkout: { state, submit, acceptChanges }, back }: ShippingFormProps) {
  const session = useAtomValue(sessionAtom)
  const element = useRef<HTMLFormElement>(null)
  const { form, change, suggest, drop } = useDraft('checkout', formFor(session))
  useKnownShipping((known) => {
    // Parts of two addresses must not be mixed.
    const isMixed = known.address !== undefined && hasAddress(form)
    if (!isMixed) suggest(known)
  })
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
    const { placed, field } = await submit(form)
    if (placed) drop()
    else if (field) element.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
  }
  const control = (name: keyof CheckoutForm) => ({
    name,
    value: form[name],
    error: fault?.field === name ? fault.message : undefined,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => change({ [name]: target.value }),
  })
  return (
    <form ref={element} className={styles['form']} noValidate onSubmit={(event) => void onSubmit(event)}>
      <h2>Shipping details</h2>
      <div ref={panel} tabIndex={-1} className={styles['panel']}>
        {fault && <Message kind="error">{fault.message}</Message>}
        <Changes state={state} onAccept={acceptChanges} />
      </div>
      <div className={styles['fields']}>
        {checkoutFields.map(({ name, missing, rows, ...field }) => {
          const isRequired = missing !== undefined
          const shown = { ...field, ...control(name), required: isRequired, optional: !isRequired }
          return rows === undefined ? (
            <TextField key={name} {...shown} />
          ) : (
            <TextArea key={name} rows={rows} {...shown} />
          )
        })}
      </div>
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

function hasAddress({ address, city, state, zipCode }: CheckoutForm): boolean {
  return [address, city, state, zipCode].some((part) => part !== '')
}

/** The form prefilled from the session (spec §3: the stored user is used at checkout). */
function formFor(session: Session | null): CheckoutForm {
  if (session === null) return emptyForm
  const { name, address, city, state, zipCode } = session
  return { ...emptyForm, name, address, city, state, zipCode }
}
