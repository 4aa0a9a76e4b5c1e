import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { KeyboardEvent, MouseEvent } from 'react'
import type { AuditEvent } from '#modules/audit/schema.ts'
import { formatCount } from '../../../lib/format/format.ts'
import { shortened } from '../../../ui/data/short-id.tsx'
import { formatMilliseconds, relativeTime } from '../times.ts'
import { importanceOf, KindIcon, type Importance } from './event-kinds.ts'
import { StreamLink } from '../../../entities/event/stream-link.tsx'
import * as styles from './event-rows.module.css'

type EventRowsProps = {
  events: readonly AuditEvent[]
  /** The id of the event in the pane next to the list. */
  selected: string | undefined
  /**
   * Shows an event in the pane; undefined if there is no room for a pane, so that the link leads to the event's page.
   */
  onSelect: ((id: string) => void) | undefined
  /** What distinguishes the list from others on the same page. */
  label?: string
  /** Whether there is little room even on a wide screen, because the list is in one of several columns. */
  isNarrow?: boolean
}

/** Events, one line each. The arrow keys, j and k move from one to the next, Enter opens one. */
export function EventRows({ events, selected, onSelect, ...rest }: EventRowsProps) {
  const { label = 'Events', isNarrow = false } = rest
  const layout = selected === undefined ? 'wide' : 'pane'
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the links in it have the focus
    <ol
      className={styles['rows']}
      aria-label={`${label}, newest first`}
      data-layout={isNarrow ? 'narrow' : layout}
      onKeyDown={moveFocus}
    >
      {events.map((event) => (
        <EventRow key={event.id} event={event} isSelected={event.id === selected} onSelect={onSelect} />
      ))}
    </ol>
  )
}

type EventRowProps = { event: AuditEvent; isSelected: boolean; onSelect: EventRowsProps['onSelect'] }

function EventRow({ event, isSelected, onSelect }: EventRowProps) {
  const importance = importanceOf(event)
  function select(click: MouseEvent) {
    if (onSelect === undefined || click.ctrlKey || click.metaKey || click.shiftKey) return
    click.preventDefault()
    onSelect(event.id)
  }
  return (
    <li
      className={clsx(styles['row'], isSelected && styles['selected'])}
      data-importance={importance}
      data-kind={event.category}
      aria-current={isSelected ? 'true' : undefined}
    >
      <time
        className={styles['time']}
        dateTime={event.at}
        onPointerEnter={({ currentTarget }) => {
          currentTarget.title = relativeTime(event.at, Date.now())
        }}
      >
        {formatMilliseconds(event.at)}
      </time>
      <span className={styles['position']}>#{formatCount(event.position)}</span>
      <KindIcon category={event.category} className={styles['icon']} />
      <span className={styles['what']}>
        <Link to="/admin/events/$eventId" params={{ eventId: event.id }} title={event.sentence} onClick={select}>
          {shortened(event.sentence)}
        </Link>
        {importance in words && <span className="visually-hidden">{words[importance]}</span>}
        <MailMark event={event} />
      </span>
      <span className={styles['type']}>{event.type}</span>
      <span className={styles['stream']} title={event.stream}>
        <StreamLink stream={event.stream} label={event.stream} />
      </span>
      <span className={styles['by']}>
        <Link
          to="/admin/events"
          search={{ by: event.by.id }}
          title={`${event.by.name}, ${event.by.role.toLowerCase()}`}
        >
          {event.by.name === '' ? 'Unknown' : event.by.name}
        </Link>
      </span>
    </li>
  )
}

/** What the colour of a row says. */
const words: Partial<Record<Importance, string>> = { alarming: ', needs attention', high: ', important' }

function MailMark({ event: { mails } }: { event: AuditEvent }) {
  return mails.map(({ id, kind, fate }) => (
    <span key={id} className={styles['mail']} data-fate={fate} title={`Email “${kind}”: ${fate}`}>
      email {fate}
    </span>
  ))
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

function moveFocus(event: KeyboardEvent<HTMLOListElement>): void {
  const step = steps[event.key]
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(`.${styles['what']} > a`)]
  const row = event.target instanceof Element ? event.target.closest('li') : null
  const at = links.findIndex((link) => row?.contains(link))
  const next = links[at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
