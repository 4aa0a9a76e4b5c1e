import { Link } from '@tanstack/react-router'
import type { AuditEvent } from '#modules/audit/schema.ts'
import { ShortId, shortened } from '../../../ui/data/short-id.tsx'
import { elapsed, exactly } from '../times.ts'
import { causationTrees, type Branch } from './causation-tree.ts'
import { KindIcon } from '../events/event-kinds.ts'
import * as styles from './event-pane.module.css'

type ChainProps = {
  chain: readonly AuditEvent[]
  current: string
  /** Shows an event in its place; if left out, each event is a link to its page, with what happened in words. */
  onSelect?: ((id: string) => void) | undefined
}

/** The request, the events that it caused, what those caused, and their mails, with the time from each to the next. */
export function CausationChain({ chain, current, onSelect }: ChainProps) {
  const request = chain.find(({ id }) => id === current)?.correlationId ?? ''
  return (
    <div>
      <p className={styles['request']}>
        Request <ShortId text={request} of="request" />
      </p>
      <Links branches={causationTrees(chain)} since={chain[0]} current={current} onSelect={onSelect} />
    </div>
  )
}

type LinksProps = Omit<ChainProps, 'chain'> & {
  branches: readonly Branch[]
  /** The event from which the times are counted: their cause, or the first of the request. */
  since: AuditEvent | undefined
}

function Links({ branches, since, current, onSelect }: LinksProps) {
  return (
    <ul className={styles['links']}>
      {branches.map(({ event, effects }) => (
        <li key={event.id}>
          <span className={styles['step']} aria-current={event.id === current ? 'true' : undefined}>
            <KindIcon category={event.category} />
            <Step event={event} onSelect={onSelect} />
            {since?.id !== event.id && <After from={since?.at} to={event.at} />}
          </span>
          {onSelect === undefined && <p>{shortened(event.sentence)}</p>}
          <Mails event={event} />
          {effects.length > 0 && <Links branches={effects} since={event} current={current} onSelect={onSelect} />}
        </li>
      ))}
    </ul>
  )
}

function Step({ event: { id, type }, onSelect }: Pick<ChainProps, 'onSelect'> & { event: AuditEvent }) {
  if (onSelect === undefined)
    return (
      <Link to="/admin/events/$eventId" params={{ eventId: id }} className={styles['other']}>
        {type}
      </Link>
    )
  return (
    <button type="button" className={styles['other']} onClick={() => onSelect(id)}>
      {type}
    </button>
  )
}

function Mails({ event: { at, mails } }: { event: AuditEvent }) {
  if (mails.length === 0) return null
  return (
    <ul className={styles['links']}>
      {mails.map(({ id, kind, fate, sentAt }) => (
        <li key={id}>
          <span className={styles['step']}>
            Email “{kind}” {fate}
            <After from={at} to={sentAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function After({ from, to }: { from: string | undefined; to: string | undefined }) {
  if (from === undefined || to === undefined) return null
  const ms = Math.max(0, Date.parse(to) - Date.parse(from))
  return (
    <span className={styles['after']} title={elapsed(ms) === exactly(ms) ? undefined : exactly(ms)}>
      +{elapsed(ms)}
    </span>
  )
}
