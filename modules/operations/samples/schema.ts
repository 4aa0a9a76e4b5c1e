import { Type, type Static } from 'typebox'

const Span = Type.Union([Type.Literal('hour'), Type.Literal('day'), Type.Literal('week')])
export type SpanName = Static<typeof Span>

export const SamplesQuery = Type.Object({ over: Type.Union(Span.anyOf, { default: 'day' }) })

/** One value for each interval, the oldest first. */
const Series = Type.Object({
  name: Type.String({ examples: ['orders'] }),
  values: Type.Array(Type.Union([Type.Integer(), Type.Null()]), {
    description: 'The greatest of each interval; null where nothing was measured, or an engine did not answer',
  }),
  faults: Type.Array(Type.Integer(), {
    description: 'The intervals, counted from 0, in which it had failed or did not answer',
  }),
})
export type Series = Static<typeof Series>

/** What was measured every minute, in intervals of `minutes`; kept for 7 days. */
export const Samples = Type.Object({
  from: Type.String({ format: 'date-time' }),
  to: Type.String({ format: 'date-time' }),
  minutes: Type.Integer(),
  lags: Type.Array(Series, { description: 'Events that each read model and reactor had yet to process' }),
  latencies: Type.Array(Series, { description: 'Milliseconds in which each engine answered' }),
})
export type Samples = Static<typeof Samples>
