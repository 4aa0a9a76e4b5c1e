import { Changes } from '../history/changes.tsx'
import { Facts } from '../history/facts.tsx'
import type { Surroundings } from './load-event.ts'
import * as styles from './event-pane.module.css'

const none: ReadonlySet<string> = new Set()

/** What an event changed, old → new; or else what it holds, in words. */
export function EventFacts({ facts, changes }: Pick<Surroundings, 'facts' | 'changes'>) {
  if (changes.length > 0)
    return (
      <section className={styles['facts']} aria-label="What changed">
        <Changes changes={changes} />
      </section>
    )
  if (facts.length === 0) return null
  return (
    <section className={styles['facts']} aria-label="What it holds">
      <Facts facts={facts} differing={none} />
    </section>
  )
}
