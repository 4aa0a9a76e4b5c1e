import { Link, useLocation } from '@tanstack/react-router'
import {
  Boxes,
  ContactRound,
  LayoutDashboard,
  Logs,
  MessagesSquare,
  ReceiptText,
  SearchCode,
  SquareActivity,
  type LucideIcon,
} from 'lucide-react'
import { adminPlaces } from '../../lib/manifests.gen.ts'
import { currentPlace, type Place } from './current-place.ts'
import * as styles from './console.module.css'

/**
 * One icon for each place; a missing one does not compile. Do not use icons of other screens: the build moves an icon
 * that three screens use into the scripts that every page loads.
 */
const icons: Record<Place['to'], LucideIcon> = {
  '/admin/overview': LayoutDashboard,
  '/admin': Boxes,
  '/admin/orders': ReceiptText,
  '/admin/service-requests': MessagesSquare,
  '/admin/users': ContactRound,
  '/admin/search-words': SearchCode,
  '/admin/events': Logs,
  '/admin/operations': SquareActivity,
}

/** The links to the places of the console; `isCollapsed` shows their icons alone. */
export function Places({ isCollapsed = false }: { isCollapsed?: boolean }) {
  const { pathname } = useLocation()
  const current = currentPlace(pathname)
  return (
    <ul className={styles['places']}>
      {adminPlaces.map((place) => {
        const Icon = icons[place.to]
        return (
          <li key={place.to}>
            <Link
              to={place.to}
              className={styles['place']}
              activeOptions={{ exact: true, includeSearch: false }}
              aria-current={place === current ? 'page' : undefined}
              title={isCollapsed ? place.label : undefined}
            >
              <Icon aria-hidden />
              <span className={isCollapsed ? 'visually-hidden' : undefined}>{place.label}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
