import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ScrollText } from 'lucide-react'
import { useRef, useState } from 'react'
import { useIsWide } from '../../../lib/use-is-wide.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ScanProgress } from '../ask/scan-progress.tsx'
import { useScan, type ScanState } from '../ask/use-scan.ts'
import type { EventsSearch } from '../audit-params.ts'
import { filterOf } from '../event-filters/filter-of.ts'
import type { EventsScreenData } from '../load-audit.ts'
import { EventPane } from '../event/event-pane.tsx'
import { EventRows } from './event-rows.tsx'
import { hasOlder } from './newer-events.ts'
import { useLiveTail, type TailRead } from './use-live-tail.ts'
import * as shared from '../audit.module.css'
import * as styles from './events-screen.module.css'

type EventsListProps = Pick<EventsScreenData, 'search' | 'page'> & {
  isLive: boolean
  /** Called after each poll for newer events. */
  onRead: (read: TailRead) => void
}

/** The events that match, those appended since, and the chosen one next to them. */
export function EventsList({ search, page, isLive, onRead }: EventsListProps) {
  const isNewest = search.before === undefined
  const isWide = useIsWide()
  const [selected, setSelected] = useState<string>()
  const { events, oldest, scan, isBehind } = useEvents({ search, page, isLive, onRead })
  const isSplit = isWide && selected !== undefined
  const list = useRef<HTMLDivElement>(null)
  function close() {
    list.current?.querySelector<HTMLElement>('li[aria-current] a')?.focus()
    setSelected(undefined)
  }
  return (
    <>
      {isBehind && <p className={styles['live']}>Live: connecting again</p>}
      <ScanProgress {...scan} />
      <div ref={list} className={clsx(isSplit && styles['split'])}>
        {events.length === 0 ? (
          <NoEvents status={scan.status} />
        ) : (
          <EventRows events={events} selected={selected} onSelect={isWide ? setSelected : undefined} />
        )}
        {isSplit && <EventPane id={selected} onSelect={setSelected} onClose={close} />}
      </div>
      <OtherPages search={search} isNewest={isNewest} oldest={oldest} />
    </>
  )
}

/** The events to show, and the position before which older ones begin, if there are any. */
function useEvents({ search, page, isLive, onRead }: EventsListProps) {
  const filter = filterOf(search)
  const scan = useScan(filter, page)
  const { events, isBehind } = useLiveTail({ filter, first: page.content, isOn: isLive, onRead })
  if (scan.status !== undefined)
    return { events: scan.found.content, oldest: oldestScanned(scan), scan, isBehind: false }
  return { events, oldest: oldestOf(events, page), scan, isBehind: isLive && isBehind }
}

function NoEvents({ status }: Pick<ScanState, 'status'>) {
  if (status === 'running' || status === 'stopped') return null
  return (
    <EmptyState icon={ScrollText} title="No events match">
      {status === undefined
        ? 'Remove a filter, or wait: new events appear here by themselves.'
        : 'The whole log was searched. Relax the predicate, or remove a filter.'}
    </EmptyState>
  )
}

function oldestOf(events: Parameters<typeof hasOlder>[0], page: EventsScreenData['page']): number | undefined {
  return hasOlder(events, page) ? events.at(-1)?.position : undefined
}

function oldestScanned({ status, found }: ScanState): number | undefined {
  return status === 'done' && !found.last ? found.scan?.position : undefined
}

type OtherPagesProps = { search: EventsSearch; isNewest: boolean; oldest: number | undefined }

/** Links to older events, if there are any, and back to the newest. */
function OtherPages({ search, isNewest, oldest }: OtherPagesProps) {
  return (
    <nav className={shared['links']} aria-label="Pages">
      {!isNewest && (
        <Link to="/admin/events" search={{ ...search, before: undefined }}>
          Newest events
        </Link>
      )}
      {oldest !== undefined && (
        <ButtonLink to="/admin/events" search={{ ...search, before: oldest }} look="secondary">
          Older events
        </ButtonLink>
      )}
    </nav>
  )
}
