import { useRouter } from '@tanstack/react-router'
import { useState, type SubmitEvent } from 'react'
import type { Address, AddressInput } from '#modules/identity/schema.ts'
import { AddressFieldset } from '../../../entities/address/address-fieldset.tsx'
import {
  addressFields,
  addressOf,
  emptyAddress,
  fieldFaults,
  formOf,
  type AddressForm,
} from '../../../entities/address/address-form.ts'
import { noPlace } from '../../../entities/address/pin-place.ts'
import { useMobileAdvice } from '../../../entities/address/use-mobile-advice.ts'
import { addAddress, changeAddress } from '../../../lib/api/account/addresses.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { useToast } from '../../../lib/atoms/toast-atoms.ts'
import { Button } from '../../../ui/button.tsx'
import { Message } from '../../../ui/feedback/message.tsx'
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx'
import { focusFirstFault } from '../focus-first-fault.ts'
import { useSaving } from '../use-saving.ts'
import * as styles from './addresses.module.css'

type AddressDialogProps = {
  /** The address to change; without one, another is added. */
  address?: Address
  onClose: () => void
}

/** The form of a saved address. */
export function AddressDialog({ address, onClose }: AddressDialogProps) {
  const initial = initialOf(address)
  const [form, setForm] = useState(initial.form)
  const [filledByPin, setFilledByPin] = useState(noPlace)
  const [isDefault, setIsDefault] = useState(initial.isDefault)
  const mobile = useMobileAdvice(form.shippingMobile)
  const { isBusy, save, refuse, faultOf, message } = useSaving()
  const send = useSendAddress(address)

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    const faults = fieldFaults(addressFields, form)
    refuse(faults.map(({ field, message: text }) => ({ field: fieldOfApi[field] ?? field, message: text })))
    if (faults.length === 0 && (await save(() => send({ ...addressOf(form), isDefault })))) return onClose()
    focusFirstFault(element)
  }
  return (
    <Dialog title={initial.title} onClose={onClose}>
      {message !== undefined && <Message kind="error">{message}</Message>}
      <form className={styles['form']} noValidate onSubmit={(event) => void onSubmit(event)}>
        <div className={styles['fields']}>
          <AddressFieldset
            fields={addressFields}
            form={form}
            mobile={mobile}
            filledByPin={filledByPin}
            onText={(field, text) => {
              setForm((now) => ({ ...now, [field]: text }))
              setFilledByPin((now) => ({ ...now, [field]: '' }))
            }}
            onPlace={(place) => {
              setForm((now) => ({ ...now, ...place }))
              setFilledByPin({ ...noPlace, ...place })
            }}
            faultOf={(field) => faultOf(fieldOfApi[field] ?? field)}
          />
        </div>
        {!initial.isDefault && (
          <label className={styles['choice']}>
            <input type="checkbox" checked={isDefault} onChange={() => setIsDefault(!isDefault)} />
            Use it by default
          </label>
        )}
        <DialogActions>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isBusy}>
            {isBusy ? 'Saving...' : 'Save address'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** What the API names otherwise than the form of the specification. */
const fieldOfApi: Partial<Record<keyof AddressForm, string>> = { shippingMobile: 'mobile' }

function initialOf(address: Address | undefined) {
  if (address === undefined) return { title: 'Add an address', form: emptyAddress, isDefault: false }
  return { title: 'Edit the address', form: formOf(address), isDefault: address.isDefault }
}

/** Returns a function that saves the address and shows it on the page. */
function useSendAddress(address: Address | undefined) {
  const api = useApi()
  const toast = useToast()
  const router = useRouter()
  return async (input: AddressInput) => {
    await (address === undefined ? addAddress(api, input) : changeAddress(api, address.id, input))
    await router.invalidate()
    toast.success('The address is saved')
  }
}
