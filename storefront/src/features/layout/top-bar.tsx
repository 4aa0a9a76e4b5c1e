import { Headset, MapPin, Phone, X } from 'lucide-react'
import { useState, type MouseEvent } from 'react'
import { shop } from '../../lib/shop.ts'
import { IconButton } from '../../ui/button.tsx'
import * as styles from './top-bar.module.css'

/** City, phone and support contact, on the desktop, until it is closed (spec §2). */
export function TopBar() {
  const [open, setOpen] = useState(true)

  /** Moves the focus first, because the button that was pressed goes with the bar. */
  function close({ currentTarget }: MouseEvent) {
    currentTarget.closest('aside')?.parentElement?.querySelector<HTMLElement>('header a')?.focus()
    setOpen(false)
  }
  if (!open) return null
  return (
    <aside className={styles['bar']} aria-label="Contact">
      <div className={styles['row']}>
        <span className={styles['item']}>
          <MapPin aria-hidden /> {shop.city}
        </span>
        <a className={styles['item']} href={shop.phoneLink}>
          <Phone aria-hidden /> {shop.phone}
        </a>
        <a className={styles['item']} href={`mailto:${shop.email}`}>
          <Headset aria-hidden /> {shop.email}
        </a>
        <span className={styles['note']}>Cash on delivery anywhere in India</span>
        <IconButton label="Close contact bar" className={styles['close']} onClick={close}>
          <X aria-hidden />
        </IconButton>
      </div>
    </aside>
  )
}
