import { Link } from '@tanstack/react-router'
import { LogOut, Package, User } from 'lucide-react'
import type { Session } from '../../../entities/session/session.ts'
import { Dropdown } from './dropdown.tsx'
import { useLogOut } from '../../../entities/session/use-log-out.ts'
import * as menu from './menu.module.css'
import * as styles from './user-menu.module.css'

/** The menu of the person who is logged in. */
export function PersonMenu({ session }: { session: Session }) {
  const logOut = useLogOut()
  return (
    <Dropdown align="right" label={<span className={styles['greeting']}>Hi, {session.name}</span>}>
      <ul className={menu['list']}>
        <li>
          <Link to="/profile" className={menu['item']}>
            <User aria-hidden /> My Profile
          </Link>
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
  )
}
