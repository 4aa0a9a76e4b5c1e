import { Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useAnnouncement } from '../../../lib/announcement-atoms.ts'
import type { EventFilter } from '../../../lib/api/audit.ts'
import { formatCount } from '../../../lib/format/format.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Page, PageHead } from '../../../ui/page.tsx'
import { EventCard } from './event-card.tsx'
import { ExportButton } from '../export/export-button.tsx'
import { EventFilters } from './event-filters.tsx'
import { eventsSummary, totalOf } from './events-summary.ts'
import { JumpBox } from '../history/jump-box.tsx'
import type { EventsScreenData } from '../load-audit.ts'
import { hasOlder } from './newer-events.ts'
import { useLiveTail } from './use-live-tail.ts'
import * as styles from '../audit.module.css'

/** Every event of the shop, newest first, with filters; new events appear automatically. */
export function EventsScreen({ search, page }: EventsScreenData) {
  const { before, ...filter } = search
  const isNewest = before === undefined
  const [isLive, setIsLive] = useState(true)
  const { events, isBehind } = useLiveTail({ filter, first: page.content, isOn: isNewest && isLive })
  useAnnouncement(eventsSummary(page))
  const oldest = hasOlder(events, page) ? events.at(-1)?.position : undefined
  return (
    <Page>
      <PageHead title="Events" lead={totalOf(page)}>
        {isNewest && (
          <Button look="secondary" aria-pressed={isLive} onClick={() => setIsLive(!isLive)}>
            {liveLabel(isLive, isBehind)}
          </Button>
        )}
      </PageHead>
      <JumpBox />
      <div className={styles['links']}>
        <ExportButton filter={filter} />
      </div>
      <EventFilters key={JSON.stringify(filter)} search={search} />
      {events.length === 0 ? (
        <EmptyState icon={ScrollText} title="No events match">
          Take a filter away, or wait: new events show up here by themselves.
        </EmptyState>
      ) : (
        <ol className={styles['events']} aria-label="Events, newest first">
          {events.map((event) => (
            <li key={event.id}>
              <EventCard event={event}>
                <span>#{formatCount(event.position)}</span>
              </EventCard>
            </li>
          ))}
        </ol>
      )}
      <OtherPages filter={filter} isNewest={isNewest} oldest={oldest} />
    </Page>
  )
}

type OtherPagesProps = { filter: EventFilter; isNewest: boolean; oldest: number | undefined }

/** Links to older events, if there are any, and back to the newest. */
function OtherPages({ filter, isNewest, oldest }: OtherPagesProps) {
  return (
    <nav className={styles['links']} aria-label="Pages">
      {!isNewest && (
        <Link to="/admin/events" search={filter}>
          Newest events
        </Link>
      )}
      {oldest !== undefined && (
        <ButtonLink to="/admin/events" search={{ ...filter, before: oldest }} look="secondary">
          Older events
        </ButtonLink>
      )}
    </nav>
  )
}

function liveLabel(isLive: boolean, isBehind: boolean): string {
  if (!isLive) return 'Paused'
  return isBehind ? 'Live: connecting again' : 'Live'
}
