import { Link } from '@tanstack/react-router'
import { Menu, ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import { cartCount } from '../../entities/cart/cart.ts'
import { useCart } from '../../entities/cart/use-cart.ts'
import { countOf, formatCount } from '../../lib/format/format.ts'
import { IconButton, IconLink } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/feedback/lazy-part.tsx'
import { Logo } from '../../ui/media/logo.tsx'
import { MainMenu } from './menu/main-menu.tsx'
import { SearchBox } from './search/search-box.tsx'
import { UserMenu } from './menu/user-menu.tsx'
import * as styles from './header.module.css'

const SideMenu = lazyPart(() => import('./menu/side-menu.tsx').then((module) => module.SideMenu))

export function Header() {
  const [menuOpen, setMenuOpen] = useState(false)
  return (
    <header className={styles['header']}>
      <div className={styles['row']}>
        <IconButton
          label="Menu"
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          className={styles['menu']}
          onClick={() => setMenuOpen(true)}
        >
          <Menu aria-hidden />
        </IconButton>
        {/* Only on the server: where no script opens the menu, the site map has its links. */}
        <noscript className={styles['menu']}>
          {import.meta.env.SSR && (
            <IconLink to="/site-map" label="Menu">
              <Menu aria-hidden />
            </IconLink>
          )}
        </noscript>
        <div className={styles['logo']}>
          <Logo />
        </div>
        <div className={styles['search']}>
          <SearchBox />
        </div>
        <div className={styles['tools']}>
          <UserMenu className={styles['wide']} />
          <CartLink />
        </div>
      </div>
      <div className={styles['navigation']}>
        <MainMenu />
      </div>
      {menuOpen && <SideMenu onClose={() => setMenuOpen(false)} />}
    </header>
  )
}

function CartLink() {
  const count = cartCount(useCart())
  return (
    <Link to="/cart" className={styles['cart']}>
      <span className="visually-hidden">Cart, {countOf(count, 'item')}</span>
      <span className={styles['bag']} aria-hidden>
        <ShoppingCart strokeWidth={1.75} />
        {count > 0 && <span className={styles['count']}>{formatCount(count)}</span>}
      </span>
      <span className={styles['wide']} aria-hidden>
        Cart
      </span>
    </Link>
  )
}
