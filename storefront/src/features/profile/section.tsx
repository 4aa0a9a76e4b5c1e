import { useId, type ReactNode } from 'react'
import * as styles from './profile.module.css'

/** A part of the profile, with its heading and a line about it. */
export function Section({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
      </div>
      <div className={styles['content']}>{children}</div>
    </section>
  )
}
