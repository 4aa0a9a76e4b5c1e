import { useCallback, useState } from 'react'
import { useAnnouncement } from '../../../lib/atoms/announcement-atoms.ts'
import { Narrowings } from '../../../ui/data/board-filters.tsx'
import { Page, PageHead } from '../../../ui/page.tsx'
import { AskField } from '../ask/ask-field.tsx'
import { ExportButton } from '../export/export-button.tsx'
import { EventHistogram } from '../histogram/histogram.tsx'
import { JumpBox } from '../history/jump-box.tsx'
import type { EventsScreenData } from '../load-audit.ts'
import { EventFilters } from '../event-filters/event-filters.tsx'
import { filterOf } from '../event-filters/filter-of.ts'
import { markNarrowings } from '../event-filters/mark-narrowings.ts'
import { EventsList } from './events-list.tsx'
import type { TailRead } from './use-live-tail.ts'
import { eventsSummary, totalOf } from './events-summary.ts'
import { LiveSwitch } from '../event-filters/live-switch.tsx'
import { ReadsSwitch } from '../event-filters/reads-switch.tsx'
import { timeNarrowing, TimePresets } from '../event-filters/time-presets.tsx'
import * as styles from './events-screen.module.css'

/** Every event of the shop, newest first, with filters; new events appear automatically. */
export function EventsScreen({ search, page, person, mistake }: EventsScreenData) {
  const isScanned = page.scan !== undefined
  const [isLive, setIsLive] = useState(true)
  const { latest, onRead } = useLatest(page)
  // A search that reads the events themselves is not repeated every few seconds.
  const canBeLive = search.before === undefined && !isScanned
  const isGrowing = canBeLive && isLive
  useAnnouncement(isScanned ? '' : eventsSummary(page))
  return (
    <Page className={styles['screen']}>
      <PageHead title="Events" lead={isScanned || mistake ? undefined : totalOf(latest)}>
        <JumpBox />
      </PageHead>
      <AskField key={search.where} where={search.where} mistake={mistake} />
      <div className={styles['tools']}>
        {canBeLive && <LiveSwitch isLive={isLive} onChange={setIsLive} />}
        <Tools search={search} page={page} person={person} isMistaken={mistake !== undefined} />
      </div>
      {mistake === undefined && (
        <>
          <EventHistogram filter={filterOf(search)} newest={latest.newest} isLive={isGrowing} />
          <EventsList key={JSON.stringify(search)} search={search} page={page} isLive={isGrowing} onRead={onRead} />
        </>
      )}
    </Page>
  )
}

/** The number of events and the newest one: of the page, or of the last poll since it was loaded. */
function useLatest(page: EventsScreenData['page']) {
  const [read, setRead] = useState<TailRead & { since: EventsScreenData['page'] }>()
  const onRead = useCallback((found: TailRead) => setRead({ ...found, since: page }), [page])
  const newest = page.content[0]?.position ?? 0
  return { latest: read?.since === page ? read : { ...page, newest }, onRead }
}

type ToolsProps = Pick<EventsScreenData, 'search' | 'page' | 'person'> & { isMistaken: boolean }

function Tools({ search, page, person, isMistaken }: ToolsProps) {
  return (
    <>
      <TimePresets from={search.from} to={search.to} />
      <ReadsSwitch search={search} />
      {!isMistaken && <ExportButton filter={filterOf(search)} />}
      <Narrowings narrowed={[timeNarrowing(search), ...markNarrowings(search, person)]} />
      <EventFilters search={search} events={page.content} person={person} />
    </>
  )
}
