import { Link, Outlet } from '@tanstack/react-router'
import styles from './admin-layout.module.css'

/** Every screen of the admin, below the way between them. */
export function AdminLayout() {
  return (
    <>
      <nav className={styles['bar']} aria-label="Admin">
        <ul className={styles['links']}>
          {places.map(({ label, to, exact }) => (
            <li key={to}>
              <Link to={to} className={styles['link']} activeOptions={{ exact, includeSearch: false }}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </>
  )
}

const places = [
  { label: 'Catalogue', to: '/admin', exact: true },
  { label: 'Orders', to: '/admin/orders', exact: false },
  { label: 'Requests', to: '/admin/service-requests', exact: false },
  { label: 'People', to: '/admin/users', exact: false },
  { label: 'Events', to: '/admin/events', exact: false },
  { label: 'Operations', to: '/admin/operations', exact: false },
] as const
