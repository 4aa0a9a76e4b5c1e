import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Session } from '../../../entities/session/session.ts'
import { useClearPersonalData } from '../../../entities/session/use-forget-person.ts'
import { useToast } from '../../../lib/toast-atoms.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx'
import { EraseAccountDialog } from '../../../entities/session/erase-account-dialog.tsx'
import { EmailStatus } from './email-status.tsx'
import { MyData } from './my-data.tsx'
import styles from './user-menu.module.css'

/** My Profile: what the shop knows about the person who is logged in. */
export function Profile({ session, onClose }: { session: Session; onClose: () => void }) {
  const [isDeleting, setIsDeleting] = useState(false)
  const leave = useLeave()
  const address = [session.address, session.city, session.state, session.zipCode].filter((part) => part !== '')
  if (isDeleting)
    return <EraseAccountDialog userId={session.id} onClose={() => setIsDeleting(false)} onDeleted={leave} />
  return (
    <Dialog title="My Profile" onClose={onClose}>
      <dl className={styles['profile']}>
        <dt>Name</dt>
        <dd>{session.name}</dd>
        <dt>Login name</dt>
        <dd>{session.loginUserName}</dd>
        <dt>Email</dt>
        <dd>
          {session.email || 'Not given'}
          <EmailStatus email={session.email} />
        </dd>
        <dt>Last address</dt>
        <dd>{address.join(', ') || 'None on this device yet'}</dd>
      </dl>
      <MyData />
      <DialogActions>
        <Button look="quiet" onClick={() => setIsDeleting(true)}>
          Delete my account
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** After the account is deleted: discards the local data about its person. */
function useLeave(): () => void {
  const toast = useToast()
  const navigate = useNavigate()
  const forgetPerson = useClearPersonalData()
  return () => {
    forgetPerson()
    toast.success('Your account was deleted')
    void navigate({ to: '/' })
  }
}
