import { Link } from '@tanstack/react-router'
import { countOf } from '../../../lib/format/format.ts'
import { Message } from '../../../ui/feedback/message.tsx'
import { Page, PageHead } from '../../../ui/page.tsx'
import { EventCard } from '../events/event-card.tsx'
import { ExportButton } from '../export/export-button.tsx'
import type { HistoryScreenData } from '../load-audit.ts'
import { PricePanel } from './price-panel.tsx'
import { StatePanel } from './state-panel.tsx'
import { StreamLink } from '../events/stream-link.tsx'
import * as styles from '../audit.module.css'

/** The history of one order, product, service request or cart: all its events, and its state at any moment. */
export function HistoryScreen(data: HistoryScreenData) {
  const { timeline, state, search } = data
  const isOldestFirst = search.order === 'oldest'
  const events = isOldestFirst ? timeline.events : timeline.events.toReversed()
  return (
    <Page>
      <PageHead title={timeline.title} lead={countOf(timeline.events.length, 'event')}>
        <ExportButton filter={{ stream: timeline.stream }} />
      </PageHead>
      <nav className={styles['links']} aria-label="Around it">
        <Link to="/admin/events" search={{ stream: timeline.stream }}>
          In the event browser
        </Link>
        {timeline.related.slice(0, 12).map(({ stream, label }) => (
          <StreamLink key={stream} stream={stream}>
            {label}
          </StreamLink>
        ))}
      </nav>
      <div className={styles['columns']}>
        <section aria-labelledby="timeline">
          <div className={styles['head']}>
            <h2 id="timeline">What happened</h2>
            <Link
              to="."
              search={(before) => ({ ...before, order: isOldestFirst ? undefined : 'oldest' })}
              resetScroll={false}
            >
              {isOldestFirst ? 'Newest first' : 'Oldest first'}
            </Link>
          </div>
          {timeline.isCut && <Message kind="info">Only the newest events are shown here.</Message>}
          <ol className={styles['events']}>
            {events.map((event) => (
              <li key={event.id}>
                <EventCard event={event} current={event.revision === state.revision} hidesStream>
                  <Link
                    to="."
                    search={(before) => ({ ...before, at: undefined, revision: event.revision })}
                    resetScroll={false}
                  >
                    State at this point
                  </Link>
                </EventCard>
              </li>
            ))}
          </ol>
        </section>
        <div className={styles['aside']}>
          {timeline.category === 'product' && <PricePanel events={timeline.events} />}
          <StatePanel key={timeline.stream} {...data} />
        </div>
      </div>
    </Page>
  )
}
