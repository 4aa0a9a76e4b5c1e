import { Link } from '@tanstack/react-router'
import { LogOut, Package, User } from 'lucide-react'
import { useState } from 'react'
import type { Session } from '../../../entities/session/session.ts'
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx'
import { Dropdown } from './dropdown.tsx'
import { useLogOut } from './use-log-out.ts'
import menu from './menu.module.css'
import styles from './user-menu.module.css'

const Profile = lazyPart(() => import('./profile.tsx').then((module) => module.Profile))

/** The menu of the person who is logged in. */
export function PersonMenu({ session }: { session: Session }) {
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
