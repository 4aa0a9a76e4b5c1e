import { Link } from '@tanstack/react-router'
import type { EventInChain } from '#modules/audit/schema.ts'
import { Message } from '../../../ui/feedback/message.tsx'
import { shortened } from '../../../ui/data/short-id.tsx'
import { Page, PageHead } from '../../../ui/page.tsx'
import { EventCard } from './event-card.tsx'
import { CausationChain } from '../event/causation-chain.tsx'
import { CopiedStreamLink } from '../../../entities/event/stream-link.tsx'
import * as styles from '../audit.module.css'

/** One event with its causes and effects across streams, and the time from each to the next. */
export function EventScreen({ event, family: chain, isCut }: EventInChain) {
  return (
    <Page>
      <PageHead title={event.type} lead={shortened(event.sentence)} />
      <nav className={styles['links']} aria-label="Around this event">
        <CopiedStreamLink stream={event.stream} label={`Everything about ${event.stream}`} />
        <Link to="/admin/events" search={{ correlationId: event.correlationId }}>
          Everything in the same request
        </Link>
        <Link to="/admin/events">All events</Link>
      </nav>
      <EventCard event={event} current />
      <h2 className={styles['heading']}>Causes and effects</h2>
      {isCut && (
        <Message kind="info">There are more than can be shown here: follow the request for all of them.</Message>
      )}
      <CausationChain chain={chain} current={event.id} />
    </Page>
  )
}
