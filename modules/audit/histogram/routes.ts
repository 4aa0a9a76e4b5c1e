import { Type } from 'typebox'
import { isoTime } from '#core/domain/clock.ts'
import { adminOnly, defineRoute, type Route } from '#core/http/routing/route.ts'
import { eventFilterFields, inUtc } from '../events/filter-fields.ts'
import type { EventLogQueries } from '../read-model.ts'
import { Histogram } from '../schema.ts'
import { barsOf, hourMs, widthFor } from './buckets.ts'

/** How the events that pass a filter are spread over time. */
export function histogramRoute({ log }: { log: EventLogQueries }): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/audit/histogram',
    summary: 'How many events pass a filter, over time',
    description:
      'Bars of equal width, at most 81, over the given span or over the whole log. Bars of an hour or more count whole ' +
      'hours, so the first and the last may contain events outside of the span.',
    access: adminOnly,
    query: Type.Object(eventFilterFields),
    responses: { 200: Histogram },
    reads: ['event-log', 'event-counts'],
    async handle({ query: { from, to, ...marks } }) {
      const whole = await log.wholeSpan()
      if (whole === undefined) return { status: 200, body: { seconds: 0, bars: [] } }
      const span = { from: timeOf(from) ?? whole.from, to: timeOf(to) ?? whole.to }
      const width = widthFor(span)
      const filter = { ...marks, from: inUtc(from), to: inUtc(to) }
      const counts = await log.countsIn(filter, width < hourMs ? 'minute' : 'hour')
      return { status: 200, body: { seconds: width / 1_000, bars: barsOf(counts, span, width) } }
    },
  })
}

function timeOf(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Date.parse(isoTime(Date.parse(time)))
}
