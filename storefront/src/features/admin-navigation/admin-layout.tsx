import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import styles from './admin-layout.module.css'

/** Every screen of the admin, below the way between them. */
export function AdminLayout() {
  const links = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // On a phone the row is longer than the screen: the place where one is must be seen.
  useEffect(() => {
    const row = links.current
    const here = row?.children[places.findLastIndex(({ to }) => pathname.startsWith(to))]
    if (!row || !(here instanceof HTMLElement)) return
    row.scrollLeft = here.offsetLeft - row.offsetLeft - (row.clientWidth - here.offsetWidth) / 2
  }, [pathname])
  return (
    <>
      <nav className={styles['bar']} aria-label="Admin">
        <ul className={styles['links']} ref={links}>
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
