import { Type } from 'typebox'
import { isoTime } from '#core/domain/clock.ts'
import { adminOnly, defineRoute, type Route } from '#core/http/routing/route.ts'
import { eventFilterFields, inUtc } from '../events/filter-fields.ts'
import { matchingOf } from '../predicate/ask-log.ts'
import { isInColumns } from '../predicate/condition-read-model.ts'
import type { Fields } from '../predicate/field.ts'
import { parsePredicate } from '../predicate/parse-predicate.ts'
import type { EventLogQueries } from '../read-model.ts'
import { Histogram, Where } from '../schema.ts'
import { barsOf, hourMs, widthFor } from './buckets.ts'

/** The distribution over time of the events that match a filter. */
export function histogramRoute({ log, fields }: { log: EventLogQueries; fields: Fields }): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/audit/histogram',
    summary: 'How many events pass a filter, over time',
    description:
      'Bars of equal width, at most 81, over the given span or over the whole log; the first may begin before the span. A ' +
      'predicate (`where`) that the index cannot evaluate is not evaluated: then the bars count the events that may match ' +
      '(`isBound`).',
    access: adminOnly,
    query: Type.Object({ ...eventFilterFields, where: Type.Optional(Where) }),
    responses: { 200: Histogram },
    reads: ['event-log', 'event-counts'],
    mayTakeLonger: true,
    async handle({ query: { from, to, where, ...marks } }) {
      const predicate = where === undefined ? undefined : parsePredicate(where, fields)
      const isBound = predicate !== undefined && !isInColumns(predicate)
      const whole = await log.wholeSpan()
      if (whole === undefined) return { status: 200, body: { seconds: 0, bars: [], isBound } }
      const span = { from: timeOf(from) ?? whole.from, to: timeOf(to) ?? whole.to }
      const width = widthFor(span)
      const filter = { ...marks, from: inUtc(from), to: inUtc(to) }
      const matching = predicate === undefined ? filter : matchingOf(predicate, filter)
      const counts = await log.countsIn(matching, width < hourMs ? 'minute' : 'hour')
      return { status: 200, body: { seconds: width / 1_000, bars: barsOf(counts, span, width), isBound } }
    },
  })
}

function timeOf(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Date.parse(isoTime(Date.parse(time)))
}
