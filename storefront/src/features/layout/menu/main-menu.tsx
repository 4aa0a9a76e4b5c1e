import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { navigationFor, type NavigationGroup } from '../../../lib/router/navigation.ts'
import { useRole } from '../../../entities/session/use-session.ts'
import { Dropdown } from './dropdown.tsx'
import { MenuLink } from './menu-link.tsx'
import * as styles from './menu.module.css'

/** The menu below the header, filtered by role (spec §2). */
export function MainMenu() {
  const groups = navigationFor(useRole())
  return (
    <nav aria-label="Main">
      <ul className={styles['row']}>
        {groups.map((group) => (
          <li key={group.label}>
            <Group group={group} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Group({ group: { label, category, links } }: { group: NavigationGroup }) {
  if (links.length === 0 && category !== undefined) {
    return (
      <Link to="/collection/$category" params={{ category }} className={styles['entry']}>
        {label}
      </Link>
    )
  }
  return (
    <Dropdown label={label} hover>
      <ul className={styles['list']}>
        {category !== undefined && (
          <li>
            <MenuLink link={{ label: `All ${label}`, category }} className={clsx(styles['item'], styles['all'])} />
          </li>
        )}
        {links.map((link) => (
          <li key={link.label}>
            <MenuLink link={link} className={styles['item']} />
          </li>
        ))}
      </ul>
    </Dropdown>
  )
}
