import type { ReactNode } from 'react'
import { OrEmpty } from '../../ui/data/or-empty.tsx'
import * as styles from './document.module.css'

/** Facts of a document by their labels. An absent one is shown as such, so that two moments can be compared. */
export function Labelled({ facts }: { facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className={styles['facts']}>
      {Object.entries(facts).map(([label, fact]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{fact === undefined || typeof fact === 'string' ? <OrEmpty text={fact} /> : fact}</dd>
        </div>
      ))}
    </dl>
  )
}
