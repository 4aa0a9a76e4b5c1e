import { useRouter } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Address } from '#modules/identity/schema.ts'
import { addressOf, formOf } from '../../../entities/address/address-form.ts'
import { addAddress, changeAddress, removeAddress } from '../../../lib/api/account/addresses.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { useToast } from '../../../lib/atoms/toast-atoms.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { Message } from '../../../ui/feedback/message.tsx'
import { FocusRecovery } from '../../../ui/focus-recovery.tsx'
import { useSaving } from '../use-saving.ts'
import { AddressDialog } from './address-dialog.tsx'
import * as styles from './addresses.module.css'

/** The saved addresses, the default first, and changing them. */
export function Addresses({ addresses }: { addresses: readonly Address[] }) {
  const [isAdding, setIsAdding] = useState(false)
  const { isBusy, message, makeDefault, remove } = useAddressChanges()
  return (
    <>
      {message !== undefined && <Message kind="error">{message}</Message>}
      <FocusRecovery>
        <ul className={styles['list']}>
          {addresses.map((address) => (
            <li key={address.id}>
              <AddressCard address={address} isBusy={isBusy} onDefault={makeDefault} onRemove={remove} />
            </li>
          ))}
        </ul>
        <div className={styles['add']}>
          <Button look="secondary" onClick={() => setIsAdding(true)}>
            <Plus aria-hidden /> Add an address
          </Button>
        </div>
      </FocusRecovery>
      {isAdding && <AddressDialog onClose={() => setIsAdding(false)} />}
    </>
  )
}

type AddressCardProps = {
  address: Address
  isBusy: boolean
  onDefault: (address: Address) => void
  onRemove: (address: Address) => void
}

function AddressCard({ address, isBusy, onDefault, onRemove }: AddressCardProps) {
  const [isEditing, setIsEditing] = useState(false)
  const which = (
    <span className="visually-hidden">
      {' '}
      the address of {address.name}, {address.city}
    </span>
  )
  return (
    <article className={styles['card']}>
      <div className={styles['head']}>
        <h3>{address.name}</h3>
        {address.isDefault && <Badge tone="info">Default</Badge>}
      </div>
      <p className={styles['lines']}>
        {address.address}
        <br />
        {address.city}, {address.state} {address.zipCode}
        {address.mobile !== '' && (
          <>
            <br />
            {address.mobile}
          </>
        )}
      </p>
      <div className={styles['actions']}>
        <Button look="quiet" onClick={() => setIsEditing(true)}>
          Edit{which}
        </Button>
        {!address.isDefault && (
          <Button look="quiet" disabled={isBusy} onClick={() => onDefault(address)}>
            Make default
            <span className="visually-hidden">
              : {address.name}, {address.city}
            </span>
          </Button>
        )}
        <Button look="quiet" disabled={isBusy} onClick={() => onRemove(address)}>
          Delete{which}
        </Button>
      </div>
      {isEditing && <AddressDialog address={address} onClose={() => setIsEditing(false)} />}
    </article>
  )
}

function useAddressChanges() {
  const api = useApi()
  const toast = useToast()
  const router = useRouter()
  const { isBusy, save, message } = useSaving()

  async function change(command: () => Promise<unknown>): Promise<boolean> {
    return save(async () => {
      await command()
      await router.invalidate()
    })
  }
  async function makeDefault(address: Address) {
    const isDone = await change(() => changeAddress(api, address.id, { ...savedAgain(address), isDefault: true }))
    if (isDone) toast.success(`Orders go to ${address.name}, ${address.city} by default`)
  }
  async function remove(address: Address) {
    if (!(await change(() => removeAddress(api, address.id)))) return
    const again = () => void change(() => addAddress(api, { ...savedAgain(address), isDefault: address.isDefault }))
    toast.success('The address was deleted', { label: 'Undo', run: again })
  }
  return {
    isBusy,
    message,
    makeDefault: (address: Address) => void makeDefault(address),
    remove: (address: Address) => void remove(address),
  }
}

const savedAgain = (address: Address) => addressOf(formOf(address))
