import { addressOf } from '../../../entities/address/address-form.ts'
import { addAddress } from '../../../lib/api/account/addresses.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { useToast } from '../../../lib/atoms/toast-atoms.ts'
import type { CheckoutForm } from '../checkout.ts'

/** Returns a function that saves the address of a placed order; a failure is shown and does not concern the order. */
export function useSaveAddress(): (form: CheckoutForm) => Promise<void> {
  const api = useApi()
  const toast = useToast()
  return async (form) => {
    try {
      await addAddress(api, addressOf(form))
    } catch (failure) {
      toast.error(`The address was not saved: ${messageOf(failure)}`)
    }
  }
}
