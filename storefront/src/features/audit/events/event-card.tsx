import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { AuditEvent, AuditMail } from '#modules/audit/schema.ts'
import { countOf } from '../../../lib/format/format.ts'
import { CopyButton } from '../../../ui/data/copy-button.tsx'
import { shortened } from '../../../ui/data/short-id.tsx'
import { DateTime } from '../history/date-time.tsx'
import { CopiedStreamLink } from '../../../entities/event/stream-link.tsx'
import * as shared from '../audit.module.css'
import * as styles from './event-card.module.css'

type EventCardProps = {
  event: AuditEvent
  current?: boolean
  hidesStream?: boolean
  /** What the event holds. */
  content?: ReactNode
  /** Further links. */
  children?: ReactNode
}

/** One event as text: what, who, when, why, its request, its mails; the raw event is one click away. */
export function EventCard({ event, current = false, hidesStream = false, content, children }: EventCardProps) {
  const raw = event.raw ?? JSON.stringify(rawOf(event), undefined, 2)
  return (
    <article className={clsx(styles['event'], current && styles['current'])}>
      <p className={styles['sentence']}>
        <Link to="/admin/events/$eventId" params={{ eventId: event.id }} title={event.sentence}>
          {shortened(event.sentence)}
        </Link>
      </p>
      <Why event={event} />
      {event.unreadable && <p className={styles['failed']}>{event.unreadable}</p>}
      <p className={shared['meta']}>
        <DateTime at={event.at} />
        <span>{event.type}</span>
        {!hidesStream && <CopiedStreamLink stream={event.stream} label={event.stream} />}
        <Link to="/admin/events" search={{ by: event.by.id }}>
          {event.by.name === '' ? 'Unknown' : event.by.name}, {event.by.role.toLowerCase()}
        </Link>
        <Link to="/admin/events" search={{ correlationId: event.correlationId }}>
          Same request
        </Link>
        {children}
      </p>
      {content}
      {event.mails.map((mail) => (
        <Mail key={mail.id} mail={mail} />
      ))}
      <details className={styles['raw']}>
        <summary>Raw event</summary>
        <CopyButton text={raw} of="raw event" />
        <pre>{raw}</pre>
      </details>
    </article>
  )
}

/** The reason that was given, or the text that was written. */
function Why({ event: { why, data } }: { event: AuditEvent }) {
  const text = data['text']
  if (why === undefined && typeof text === 'string') return <p className={styles['why']}>{text}</p>
  if (why === undefined) return null
  return (
    <p className={styles['why']}>
      {'reason' in data ? 'Reason' : 'Note'}: {why}
    </p>
  )
}

function Mail({ mail: { kind, fate, attempts, sentAt, error, copyOf } }: { mail: AuditMail }) {
  return (
    <p className={clsx(styles['mail'], fate === 'failed' && styles['failed'])}>
      {copyOf === undefined ? 'Email' : 'Second copy of the email'} “{kind}”: {fate}
      {sentAt && (
        <>
          {' '}
          <DateTime at={sentAt} />
        </>
      )}
      {fate !== 'sent' && attempts > 0 && `, after ${countOf(attempts, 'attempt')}`}
      {error && `. ${error}`}
    </p>
  )
}

/** The event as stored in the log, without the fields added for this page. */
function rawOf({ sentence: _sentence, why: _why, mails: _mails, ...event }: AuditEvent) {
  return event
}
