import type { Address } from '#modules/identity/schema.ts'
import { SelectField } from '../../../ui/forms/field.tsx'

type SavedAddressesProps = {
  addresses: readonly Address[]
  /** The address that the form shows; none of them if it was changed. */
  chosen: Address | undefined
  /** Called with `undefined` for another address than these. */
  onChoose: (address: Address | undefined) => void
}

/** The saved addresses to choose from; nothing where there are none. */
export function SavedAddresses({ addresses, chosen, onChoose }: SavedAddressesProps) {
  if (addresses.length === 0) return null
  return (
    <SelectField
      label="Deliver to"
      value={chosen?.id ?? ''}
      onChange={({ target }) => onChoose(addresses.find(({ id }) => id === target.value))}
    >
      {addresses.map(({ id, name, address, city, zipCode }) => (
        <option key={id} value={id}>
          {[name, address.replaceAll(/\s+/g, ' '), `${city} ${zipCode}`].join(', ')}
        </option>
      ))}
      <option value="">Another address</option>
    </SelectField>
  )
}
