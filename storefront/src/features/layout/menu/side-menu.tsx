import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronDown, CircleUser, LogOut, Package, ShoppingCart, User, Wrench, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { navigationFor, type NavigationGroup } from '../../../lib/router/navigation.ts'
import { useRole, useSession } from '../../../entities/session/use-session.ts'
import { shop } from '../../../lib/shop.ts'
import { IconButton } from '../../../ui/button.tsx'
import { useDrawer } from '../../../ui/overlays/use-drawer.ts'
import { SchemeChoice } from '../scheme/scheme-choice.tsx'
import { MenuLink } from './menu-link.tsx'
import { useLogOut } from '../../../entities/session/use-log-out.ts'
import * as styles from './side-menu.module.css'

/** The menu on a phone: greeting, the person's links, and the collections (spec §2). */
export function SideMenu({ onClose }: { onClose: () => void }) {
  const { ref, close, onClick } = useDrawer()
  const groups = navigationFor(useRole())
  const session = useSession()
  const [opener] = useState(session)
  // The session can end while the menu is open, for example in another tab; nothing else would close it.
  useEffect(() => {
    if (opener && !session) ref.current?.close()
  }, [ref, opener, session])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- links answer to Enter and the dialog to Escape
    <dialog ref={ref} className={styles['drawer']} aria-label="Menu" onClose={onClose} onClick={onClick}>
      <PersonSection onClose={close} />
      <nav className={styles['section']} aria-label="Main">
        {groups.map((group) => (
          <Group key={group.label} group={group} />
        ))}
      </nav>
      <div className={styles['scheme']}>
        <p aria-hidden>Appearance</p>
        <SchemeChoice />
      </div>
      <p className={styles['contact']}>
        {shop.city}
        <br />
        <a href={shop.phoneLink}>{shop.phone}</a>
        <br />
        <a href={`mailto:${shop.email}`}>{shop.email}</a>
      </p>
    </dialog>
  )
}

function PersonSection({ onClose }: { onClose: () => void }) {
  const session = useSession()
  const logOut = useLogOut()
  return (
    <>
      <div className={styles['head']}>
        <p>Hi {session?.name ?? 'there'}</p>
        <IconButton label="Close menu" className={styles['close']} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      <div className={styles['section']}>
        {session && (
          <Link to="/profile" className={styles['item']}>
            <User aria-hidden /> My Profile
          </Link>
        )}
        {session?.role !== 'ADMIN' && <TrackingItems hasOrders={session !== null} />}
        <Link to="/cart" className={styles['item']}>
          <ShoppingCart aria-hidden /> Cart
        </Link>
        {session ? (
          <button
            type="button"
            className={styles['item']}
            onClick={() => {
              onClose()
              logOut()
            }}
          >
            <LogOut aria-hidden /> Logout
          </button>
        ) : (
          <Link to="/login" className={styles['item']}>
            <CircleUser aria-hidden /> Login
          </Link>
        )}
      </div>
    </>
  )
}

/** Guests get no link to orders; the link to requests sends them to the login first. */
function TrackingItems({ hasOrders }: { hasOrders: boolean }) {
  return (
    <>
      {hasOrders && (
        <Link to="/my-orders" className={styles['item']}>
          <Package aria-hidden /> My Orders
        </Link>
      )}
      <Link to="/my-orders/requests" className={styles['item']}>
        <Wrench aria-hidden /> Track Your Service Request
      </Link>
    </>
  )
}

function Group({ group: { label, category, links } }: { group: NavigationGroup }) {
  if (links.length === 0 && category !== undefined)
    return <MenuLink link={{ label, category }} className={styles['item']} />
  return (
    <details className={styles['group']} name="side-menu">
      <summary className={styles['item']}>
        {label}
        <ChevronDown aria-hidden />
      </summary>
      {category !== undefined && (
        <MenuLink link={{ label: `All ${label}`, category }} className={clsx(styles['item'], styles['sub'])} />
      )}
      {links.map((link) => (
        <MenuLink key={link.label} link={link} className={clsx(styles['item'], styles['sub'])} />
      ))}
    </details>
  )
}
