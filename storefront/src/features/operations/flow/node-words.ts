import type { Operation, ProjectionStatus, Series, SpanName } from '#modules/operations/schema.ts'
import type { OperatorStep } from '../../../lib/api/operations.ts'
import { textOf } from '../../../lib/decode.ts'
import { countOf, formatCount, formatDateTime } from '../../../lib/format/format.ts'
import { affectedRows } from '../operation-words.ts'
import { greatestOf, hasSamples } from '../trend/trend.tsx'
import type { FlowNode } from './flow-layout.ts'
import { underwayOf } from './flow-words.ts'

const spans: Record<SpanName, string> = { hour: '1 h', day: '24 h', week: '7 days' }

/** The lag now and over a span: `Lag 0, at most 12 in 24 h`. */
export function lagWords({ lag }: Pick<ProjectionStatus, 'lag'>, lags: Series | undefined, span: SpanName): string {
  const now = `Lag ${formatCount(lag)}`
  if (lags === undefined || !hasSamples(lags)) return now
  return `${now}, at most ${formatCount(greatestOf(lags))} in ${spans[span]}`
}

/** Of several, the one that had the greatest lag. */
export function worstOf(lags: readonly Series[], names: readonly string[]): Series | undefined {
  return lags
    .filter(({ name }) => names.includes(name))
    .toSorted((one, other) => greatestOf(other) - greatestOf(one))[0]
}

/** When it took its last event. */
export function lastEventWords({ lastEvent }: Pick<FlowNode, 'lastEvent'>): string {
  return lastEvent === undefined ? 'No event yet' : `Last event ${formatDateTime(lastEvent.at)}`
}

/** Work that is in progress, and the step that stops it. */
export type Work = { step: OperatorStep; words: string }

/** What runs now, with its rate and the time left. */
export function worksOf({ rebuild, verification }: ProjectionStatus): Work[] {
  return [
    ...(rebuild === undefined ? [] : [{ step: 'stop-replay' as const, words: underwayOf('replay', rebuild) }]),
    ...(verification === undefined
      ? []
      : [{ step: 'stop-comparison' as const, words: underwayOf('comparison', verification) }]),
  ]
}

const kinds: Readonly<Record<string, { title: string; done: (rows: number) => string }>> = {
  ProjectionReplayed: { title: 'Replay', done: () => 'done' },
  ProjectionReplayRehearsed: {
    title: 'Dry run',
    done: (rows) => (rows === 0 ? 'no change' : `${countOf(rows, 'row')} to change`),
  },
  ProjectionVerified: {
    title: 'Verify',
    done: (rows) => (rows === 0 ? 'matches' : countOf(rows, 'row differs', 'rows differ')),
  },
}

/** The result of the last replay, dry run or verification: `Verify: 3 rows differ, 28 Nov`. */
export function resultWords(operation: Operation): string {
  const { type, at, data } = operation
  const { title, done } = kinds[type] ?? { title: type, done: () => 'done' }
  const outcome = textOf(data, 'outcome', 'done')
  return `${title}: ${outcome === 'done' ? done(affectedRows(operation)) : outcome}, ${shortDay.format(new Date(at))}`
}

/** Whether a result asks for attention: it failed, or rows differ from the log. */
export function isBad(operation: Operation): boolean {
  const isWrong = operation.type === 'ProjectionVerified' && affectedRows(operation) > 0
  return isWrong || textOf(operation.data, 'outcome') === 'failed'
}

const shortDay = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'Asia/Kolkata' })
