import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { countOf } from '../../../lib/format/format.ts'
import { shortened } from '../../../ui/data/short-id.tsx'
import { CopyButton } from '../../../ui/data/copy-button.tsx'
import { Page, PageHead } from '../../../ui/page.tsx'
import { ExportButton } from '../export/export-button.tsx'
import type { HistoryScreenData } from '../load-audit.ts'
import { HistoryEvents } from './list/history-events.tsx'
import { StatePanel } from './state-panel.tsx'
import { CopiedStreamLink } from '../events/stream-link.tsx'
import * as styles from '../audit.module.css'

type Parts = {
  /** The object itself as of the chosen moment; without it, its fields are listed. */
  document?: ReactNode
  /** What is shown next to the title. */
  tools?: ReactNode
  /** Shown above the events: what belongs to the object but not to its past. */
  aside?: ReactNode
}

/** One order, product, service request or cart: its state at any moment, and all its events. */
export function HistoryScreen({ document, tools, aside, ...data }: HistoryScreenData & Parts) {
  const { timeline } = data
  const id = timeline.stream.slice(timeline.stream.indexOf('-') + 1)
  return (
    <Page>
      <PageHead
        title={<span title={timeline.title}>{shortened(timeline.title)}</span>}
        lead={`${timeline.isCut ? 'more than ' : ''}${countOf(timeline.events.length, 'event')}`}
      >
        <div className={styles['tools']}>
          {tools}
          <CopyButton
            text={id}
            of={`id of this ${timeline.category === 'serviceRequest' ? 'request' : timeline.category}`}
          />
          <ExportButton filter={{ stream: timeline.stream }} />
        </div>
      </PageHead>
      <nav className={styles['links']} aria-label="Around it">
        <Link to="/admin/events" search={{ stream: timeline.stream }}>
          In the event browser
        </Link>
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
  )
}
