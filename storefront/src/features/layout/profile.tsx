import type { Session } from '../../lib/session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './user-menu.module.css'

/** My Profile: what the shop knows about whoever is logged in. */
export function Profile({ session, onClose }: { session: Session; onClose: () => void }) {
  const address = [session.address, session.city, session.state, session.zipCode].filter((part) => part !== '')
  return (
    <Dialog title="My Profile" onClose={onClose}>
      <dl className={styles['profile']}>
        <dt>Name</dt>
        <dd>{session.name}</dd>
        <dt>Login name</dt>
        <dd>{session.loginUserName}</dd>
        <dt>Email</dt>
        <dd>{session.email || 'Not given'}</dd>
        <dt>Last address</dt>
        <dd>{address.join(', ') || 'None yet'}</dd>
      </dl>
    </Dialog>
  )
}
