import type { Overview } from '#modules/overview/schema.ts'
import { useReloading } from '../../entities/list/use-reloading.ts'
import { formatDay } from '../../lib/format/format.ts'
import { Page, PageHead } from '../../ui/page.tsx'
import { BestSellers, SearchesWithoutHits, Statuses, type StatusLabel } from './lists.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { Sales } from './sales.tsx'
import { Waiting } from './waiting.tsx'
import * as styles from './overview.module.css'

type OverviewProps = {
  overview: Overview
  /** When it was counted, in milliseconds since 1970. */
  now: number
  /** The statuses of an order, in the order of its life cycle. */
  statuses: readonly StatusLabel[]
}

const reloadMs = 60_000

/** Open work and sales, reloaded every minute. Every figure is a link to the list that it counts. */
export function OverviewScreen({ overview, now, statuses }: OverviewProps) {
  useReloading(true, reloadMs)
  const { from, to } = overview
  const period = from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`
  return (
    <Page className={styles['overview']}>
      <PageHead title="Overview" lead={period}>
        <PeriodPicker key={`${from} ${to}`} period={{ from, to }} now={now} />
      </PageHead>
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
