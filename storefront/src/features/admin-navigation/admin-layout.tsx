import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { adminPlaces } from '../../lib/manifests.gen.ts'
import * as styles from './admin-layout.module.css'

/** Every screen of the admin, below the navigation bar. */
export function AdminLayout() {
  const links = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // On a phone the row is wider than the screen, so the current link is scrolled into view.
  useEffect(() => {
    const row = links.current
    const here = row?.children[adminPlaces.findLastIndex(({ to }) => pathname.startsWith(to))]
    if (!row || !(here instanceof HTMLElement)) return
    row.scrollLeft = here.offsetLeft - row.offsetLeft - (row.clientWidth - here.offsetWidth) / 2
  }, [pathname])
  return (
    <>
      <nav className={styles['bar']} aria-label="Admin">
        <ul className={styles['links']} ref={links}>
          {adminPlaces.map(({ label, to, exact }) => (
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
