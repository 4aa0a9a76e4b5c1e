import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CircleUser, LogOut, Package, User } from 'lucide-react'
import { useState } from 'react'
import type { Session } from '../../lib/session/session.ts'
import { useSession } from '../../lib/session/use-session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Dropdown } from './dropdown.tsx'
import { useLogOut } from './use-log-out.ts'
import menu from './menu.module.css'
import styles from './user-menu.module.css'

/** On the desktop: the login link, or 'Hi, {name}' with what belongs to the person (spec §2). */
export function UserMenu({ className }: { className?: string | undefined }) {
  const session = useSession()
  if (!session) {
    return (
      <Link to="/login" className={clsx(styles['login'], className)}>
        <CircleUser strokeWidth={1.75} aria-hidden /> Login
      </Link>
    )
  }
  return (
    <div className={className}>
      <PersonMenu session={session} />
    </div>
  )
}

function PersonMenu({ session }: { session: Session }) {
  const logOut = useLogOut()
  const [profileOpen, setProfileOpen] = useState(false)
  return (
    <>
      <Dropdown align="right" label={<span className={styles['greeting']}>Hi, {session.name}</span>}>
        <ul className={menu['list']}>
          <li>
            <button type="button" className={menu['item']} onClick={() => setProfileOpen(true)}>
              <User aria-hidden /> My Profile
            </button>
          </li>
          {session.role !== 'ADMIN' && (
            <li>
              <Link to="/my-orders" className={menu['item']}>
                <Package aria-hidden /> Track Your Orders
              </Link>
            </li>
          )}
          <li>
            <button type="button" className={menu['item']} onClick={logOut}>
              <LogOut aria-hidden /> Logout
            </button>
          </li>
        </ul>
      </Dropdown>
      {profileOpen && <Profile session={session} onClose={() => setProfileOpen(false)} />}
    </>
  )
}

function Profile({ session, onClose }: { session: Session; onClose: () => void }) {
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
