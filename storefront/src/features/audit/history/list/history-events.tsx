import { Link } from '@tanstack/react-router'
import type { AuditEvent } from '#modules/audit/schema.ts'
import { formatCount } from '../../../../lib/format/format.ts'
import { CopiedIds } from '../../../../ui/data/short-id.tsx'
import { Message } from '../../../../ui/feedback/message.tsx'
import { EventCard } from '../../events/event-card.tsx'
import type { HistoryScreenData } from '../../load-audit.ts'
import { partOf, type HistoryPart } from './history-part.ts'
import * as styles from '../../audit.module.css'

/** The events in the chosen order, a part at a time. */
export function HistoryEvents({ timeline, state, search }: HistoryScreenData) {
  const isOldestFirst = search.order === 'oldest'
  const ordered = isOldestFirst ? timeline.events : timeline.events.toReversed()
  const isOwn = ({ stream }: AuditEvent) => stream === timeline.stream
  const isCurrent = (event: AuditEvent) => isOwn(event) && event.revision === state.revision
  const part = partOf(ordered, { part: search.part, isCurrent })
  return (
    <section aria-labelledby="timeline">
      <div className={styles['head']}>
        <h2 id="timeline">What happened</h2>
        <Link
          to="."
          search={(before) => ({ ...before, order: isOldestFirst ? undefined : 'oldest', part: undefined })}
          resetScroll={false}
        >
          {isOldestFirst ? 'Newest first' : 'Oldest first'}
        </Link>
      </div>
      {timeline.isCut && (
        <Message kind="info">
          Only the newest {formatCount(ordered.length)} events are shown here. The event browser has all of them.
        </Message>
      )}
      <ol className={styles['events']} start={part.first + 1}>
        {part.events.map((event) => (
          <li key={event.id}>
            <EventCard event={event} current={isCurrent(event)} hidesStream>
              {isOwn(event) && (
                <Link
                  to="."
                  search={(before) => ({ ...before, at: undefined, revision: event.revision, part: undefined })}
                  resetScroll={false}
                >
                  State at this point
                </Link>
              )}
              <CopiedIds text={event.sentence} />
            </EventCard>
          </li>
        ))}
      </ol>
      <OtherParts part={part} of={ordered.length} isOldestFirst={isOldestFirst} />
    </section>
  )
}

type OtherPartsProps = { part: HistoryPart; of: number; isOldestFirst: boolean }

/** Which events are shown, and links to those before and after them. */
function OtherParts({ part: { number, parts, events, first }, of, isOldestFirst }: OtherPartsProps) {
  if (parts === 1) return null
  const [back, on] = isOldestFirst ? ['Show earlier', 'Show later'] : ['Show later', 'Show earlier']
  return (
    <nav className={styles['links']} aria-label="Parts of the history">
      <span>
        {formatCount(first + 1)} to {formatCount(first + events.length)} of {formatCount(of)}
      </span>
      {number > 1 && (
        <Link to="." search={(before) => ({ ...before, part: number - 1 })} hash="timeline">
          {back}
        </Link>
      )}
      {number < parts && (
        <Link to="." search={(before) => ({ ...before, part: number + 1 })} hash="timeline">
          {on}
        </Link>
      )}
    </nav>
  )
}
