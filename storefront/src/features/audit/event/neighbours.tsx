import { Link } from '@tanstack/react-router'
import type { AuditEvent } from '#modules/audit/schema.ts'
import { shortened } from '../../../ui/data/short-id.tsx'
import type { Surroundings } from './load-event.ts'
import * as styles from './event-pane.module.css'

type NeighboursProps = Pick<Surroundings, 'previous' | 'next'> & {
  /** Shows an event in its place; if left out, each event is a link to its page. */
  onSelect?: ((id: string) => void) | undefined
}

/** The events before and after an event in its stream. */
export function Neighbours({ previous, next, onSelect }: NeighboursProps) {
  return (
    <ul className={styles['neighbours']}>
      <li>
        <span className={styles['label']}>Before</span>
        {previous ? <Neighbour event={previous} onSelect={onSelect} /> : <span>None: this is the first event.</span>}
      </li>
      <li>
        <span className={styles['label']}>After</span>
        {next ? <Neighbour event={next} onSelect={onSelect} /> : <span>None: this is the last event.</span>}
      </li>
    </ul>
  )
}

type NeighbourProps = Pick<NeighboursProps, 'onSelect'> & { event: AuditEvent }

function Neighbour({ event: { id, sentence }, onSelect }: NeighbourProps) {
  if (onSelect === undefined)
    return (
      <Link to="/admin/events/$eventId" params={{ eventId: id }} className={styles['other']}>
        {shortened(sentence)}
      </Link>
    )
  return (
    <button type="button" className={styles['other']} onClick={() => onSelect(id)}>
      {shortened(sentence)}
    </button>
  )
}
