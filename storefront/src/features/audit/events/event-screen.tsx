import { Link } from '@tanstack/react-router'
import { Message } from '../../../ui/feedback/message.tsx'
import { shortened } from '../../../ui/data/short-id.tsx'
import { Page, PageHead } from '../../../ui/page.tsx'
import { EventCard } from './event-card.tsx'
import { CausationChain } from '../event/causation-chain.tsx'
import { CopiedStreamLink } from '../../../entities/event/stream-link.tsx'
import { EventFacts } from '../event/event-facts.tsx'
import type { Surroundings } from '../event/load-event.ts'
import { Neighbours } from '../event/neighbours.tsx'
import * as styles from '../audit.module.css'

/** One event with what it holds, its neighbours in its stream, and its causes and effects across streams. */
export function EventScreen({ event, facts, changes, family: chain, isCut, previous, next }: Surroundings) {
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
      <EventCard event={event} current content={<EventFacts facts={facts} changes={changes} />} />
      <h2 className={styles['heading']}>In this stream</h2>
      <Neighbours previous={previous} next={next} />
      <h2 className={styles['heading']}>Causes and effects</h2>
      {isCut && (
        <Message kind="info">There are more than can be shown here: follow the request for all of them.</Message>
      )}
      <CausationChain chain={chain} current={event.id} />
    </Page>
  )
}
