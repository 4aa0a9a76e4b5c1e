import type { Kysely } from 'kysely'
import { isoTime, type Clock } from '#core/domain/clock.ts'
import { minuteMs } from './sampler.ts'
import type { Samples, Series, SpanName } from './schema.ts'
import { samplesByInterval, type IntervalRow, type SampleKind } from './tables.ts'

/** Each span of time, in intervals of so many minutes. */
const spans: Record<SpanName, { intervals: number; minutes: number }> = {
  hour: { intervals: 60, minutes: 1 },
  day: { intervals: 96, minutes: 15 },
  week: { intervals: 84, minutes: 120 },
}

/** The samples of the span that ends with the current interval. */
export async function readSamples(
  { db, clock }: { db: Kysely<unknown>; clock: Clock },
  over: SpanName,
): Promise<Samples> {
  const { intervals, minutes } = spans[over]
  const length = minutes * minuteMs
  const to = (Math.floor(clock() / length) + 1) * length
  const from = to - intervals * length
  const rows = await samplesByInterval(db, { from, to, minutes })
  const seriesOf = (kind: SampleKind) =>
    [
      ...Map.groupBy(
        rows.filter((row) => row.kind === kind),
        ({ name }) => name,
      ),
    ].map(([name, own]) => series(name, own, intervals))
  return { from: isoTime(from), to: isoTime(to), minutes, lags: seriesOf('lag'), latencies: seriesOf('latency') }
}

function series(name: string, rows: readonly IntervalRow[], intervals: number): Series {
  const values: (number | null)[] = Array.from({ length: intervals }, () => null)
  for (const { interval, value } of rows) values[interval] = value
  return { name, values, faults: rows.filter((row) => row.is_fault).map(({ interval }) => interval) }
}
