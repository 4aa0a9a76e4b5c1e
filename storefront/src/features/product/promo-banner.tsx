import { Link } from '@tanstack/react-router'
import * as styles from './promo-banner.module.css'

/** The promotion of spec §2; leads home. */
export function PromoBanner() {
  return (
    <Link to="/" className={styles['banner']}>
      <strong className={styles['title']}>
        <span>THE WAIT IS OVER,</span> <span>FRESH ARRIVALS ARE HERE!</span>
      </strong>
      <span className={styles['code']}>
        Quote this code when we call you <strong>FRESH01</strong>
      </span>
    </Link>
  )
}
