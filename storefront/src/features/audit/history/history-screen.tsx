import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Timeline } from '#modules/audit/schema.ts'
import { countOf, formatExactTime } from '../../../lib/format/format.ts'
import { shortened } from '../../../ui/data/short-id.tsx'
import { CopyButton } from '../../../ui/data/copy-button.tsx'
import { Page, PageHead } from '../../../ui/page.tsx'
import { ExportButton } from '../export/export-button.tsx'
import type { HistoryScreenData } from '../load-audit.ts'
import { filterOfHistory } from './history-filter.ts'
import { HistoryEvents } from './list/history-events.tsx'
import { StatePanel } from './state-panel.tsx'
import { CopiedStreamLink } from '../../../entities/event/stream-link.tsx'
import * as styles from '../audit.module.css'

type Parts = {
  /** The object itself as of the chosen point in time; without it, its fields are listed. */
  document?: ReactNode
  /** Printed instead of the screen, also as of the chosen point in time; without it, the document is printed. */
  sheet?: ReactNode
  /** What is shown next to the title. */
  tools?: ReactNode
  /** Shown above the events: what belongs to the object but not to its past. */
  aside?: ReactNode
}

/** One order, product, service request or cart: its state at any point in time, and all its events. */
export function HistoryScreen({ document, sheet, tools, aside, ...data }: HistoryScreenData & Parts) {
  const { timeline } = data
  return (
    <>
      <PrintedTime {...data} />
      {sheet}
      <Page className={clsx(sheet && styles['onScreen'])}>
        <Head timeline={timeline} tools={tools} />
        <nav className={styles['links']} aria-label="Around it">
          <EventsLink timeline={timeline} />
          {timeline.related.slice(0, 12).map(({ stream, label }) => (
            <CopiedStreamLink key={stream} stream={stream} label={label} />
          ))}
        </nav>
        <div className={clsx(styles['columns'], document && styles['withDocument'])}>
          {document && <StatePanel key={timeline.stream} {...data} document={document} />}
          <div className={styles['parts']}>
            {aside}
            <HistoryEvents {...data} />
          </div>
          {!document && (
            <div className={styles['aside']}>
              <StatePanel key={timeline.stream} {...data} />
            </div>
          )}
        </div>
      </Page>
    </>
  )
}

/** States on paper that what is printed is past. */
function PrintedTime({ timeline, state, now }: HistoryScreenData) {
  if (state.revision === now.revision) return null
  return (
    <p className={styles['onPaper']}>
      As of {formatExactTime(state.at)}; not the present {nounOf(timeline)}
    </p>
  )
}

function Head({ timeline, tools }: { timeline: Timeline; tools: ReactNode }) {
  const id = timeline.stream.slice(timeline.stream.indexOf('-') + 1)
  const count = `${timeline.isCut ? 'more than ' : ''}${countOf(timeline.events.length, 'event')}`
  return (
    <PageHead
      title={<span title={timeline.title}>{shortened(timeline.title)}</span>}
      lead={<span className={styles['onScreen']}>{count}</span>}
    >
      <div className={clsx(styles['tools'], styles['onScreen'])}>
        {tools}
        <CopyButton text={id} of={`id of this ${nounOf(timeline)}`} />
        <ExportButton filter={filterOfHistory(timeline)} />
      </div>
    </PageHead>
  )
}

/** Leads to the events that the page counts. */
function EventsLink({ timeline }: { timeline: Timeline }) {
  // The event browser leaves out the records of reads, unless they are requested.
  const reads = timeline.category === 'audit' ? 'shown' : undefined
  return (
    <Link to="/admin/events" search={{ ...filterOfHistory(timeline), reads }}>
      In the event browser
    </Link>
  )
}

function nounOf({ category }: Timeline): string {
  return category === 'serviceRequest' ? 'request' : category
}
