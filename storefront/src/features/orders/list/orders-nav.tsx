import { Link } from '@tanstack/react-router'
import { useRole } from '../../../entities/session/use-session.ts'
import * as styles from './orders-nav.module.css'

/** The two lists of /my-orders (spec §2): orders and service requests. */
export function OrdersNav() {
  const whose = useRole() === 'ADMIN' ? 'All' : 'My'
  return (
    <nav aria-label="Orders and requests">
      <ul className={styles['list']}>
        <li>
          <Link to="/my-orders" className={styles['entry']} activeOptions={{ exact: true, includeSearch: false }}>
            {whose} orders
          </Link>
        </li>
        <li>
          <Link to="/my-orders/requests" className={styles['entry']} activeOptions={{ includeSearch: false }}>
            {whose} service requests
          </Link>
        </li>
      </ul>
    </nav>
  )
}
