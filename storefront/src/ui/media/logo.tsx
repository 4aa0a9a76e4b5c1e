import { Link } from '@tanstack/react-router'
import * as styles from './logo.module.css'

/** The shop's mark, a cross in the shape of a leaf, and its name; links to the home page. */
export function Logo() {
  return (
    <Link to="/" className={styles['logo']}>
      <svg className={styles['mark']} viewBox="0 0 40 40" aria-hidden>
        <rect width="40" height="40" rx="11" fill="var(--teal-600)" />
        <path
          fill="#fff"
          d="M16 8.5h8c.6 0 1 .4 1 1V16h6.5c.6 0 1 .4 1 1v3.5C32.5 28 28.5 32.5 20 32.5S7.5 28 7.5 20.5V17c0-.6.4-1 1-1H15V9.5c0-.6.4-1 1-1Z"
        />
        <path
          d="M20 32V19.5m0 7.5c.3-3 2.6-5 6-5.4M20 24c-.3-2.5-2.2-4.2-5.2-4.6"
          fill="none"
          stroke="var(--teal-600)"
          strokeWidth="2"
          strokeLinecap="round"
        />
      </svg>
      <span className={styles['name']}>
        Sanjeevani <small>Medical</small>
        <span className="visually-hidden">, home</span>
      </span>
    </Link>
  )
}
