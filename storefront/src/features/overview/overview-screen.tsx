import type { PeriodSearch } from '../../lib/api/overview.ts'
import { Message } from '../../ui/feedback/message.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { formatPeriod } from './format.ts'
import { BestSellers, SearchesWithoutHits, Statuses, type StatusLabel } from './lists.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { Sales } from './sales.tsx'
import type { Counted } from './count-overview.ts'
import { useOverview } from './use-overview.ts'
import { Waiting } from './waiting.tsx'
import * as styles from './overview.module.css'

type OverviewProps = {
  initial: Counted
  search: PeriodSearch
  /** The statuses of an order, in the order of its life cycle. */
  statuses: readonly StatusLabel[]
}

/** Open work and sales, counted again every minute. Every figure is a link to the list that it counts. */
export function OverviewScreen({ initial, search, statuses }: OverviewProps) {
  const {
    data: { overview, now },
    failure,
  } = useOverview(initial, search)
  const { from, to } = overview
  return (
    <Page className={styles['overview']}>
      <PageHead title="Overview" lead={formatPeriod(from, to)}>
        <PeriodPicker key={`${from} ${to}`} period={{ from, to }} now={now} />
      </PageHead>
      {failure !== undefined && <Message kind="warning">This page may be out of date. {failure}</Message>}
      <Waiting waiting={overview.waiting} oldest={overview.oldest} now={now} />
      <Sales overview={overview} />
      <div className={styles['columns']}>
        <Statuses overview={overview} labels={statuses} />
        <BestSellers overview={overview} />
        <SearchesWithoutHits searches={overview.searchesWithoutHits} />
      </div>
    </Page>
  )
}
