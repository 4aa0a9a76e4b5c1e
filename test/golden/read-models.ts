import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { Position, RecordedEvent } from '#core/event-store/event-store.ts'
import type { Projection, Row } from '#core/projections/projection.ts'
import type { IndexDocument } from '#core/search-index/search-index.ts'
import { foldEvents, touchedKeys, withPositions, type Folds } from '#core/projections/sinks/fold-events.ts'
import { isTable } from '#core/projections/follow/subscription.ts'
import { erasedPersons } from './golden-files.ts'
import { goldenLog } from './log.ts'

/** The rows of a version of a projection for the golden events after one position, up to and including another. */
const FrozenRows = Type.Object({
  after: Type.Integer({ minimum: 0 }),
  upTo: Type.Integer({ minimum: 1 }),
  /** After each event that the projection handles, the rows that it touches, by key; null for a deleted row. */
  steps: Type.Array(
    Type.Object({ position: Type.Integer(), type: Type.String(), rows: Type.Record(Type.String(), Type.Unknown()) }),
  ),
})
export type FrozenRows = Static<typeof FrozenRows>

type Steps = FrozenRows['steps']

/** The frozen rows of one folder, and the rows that the projections now produce from the same log. */
export type GoldenRows = {
  folder: string
  /** The names of all frozen files: `orders.v1` for the original log, `orders.v1.after-77` for events added later. */
  names: () => Promise<string[]>
  /** The frozen rows of one projection and version, earliest first. */
  frozenOf: (projection: Projection) => Promise<FrozenRows[]>
  /** The rows to freeze for the events of a span, on top of the events before it. */
  stepsOf: (projection: Projection, span: Span) => Steps
  /** The rows not frozen yet, for the whole log or for events added later; undefined if there are none. */
  missingOf: (projection: Projection) => Promise<{ path: string; rows: FrozenRows } | undefined>
}

type Span = { after: Position; upTo: Position }

/** The rows of the golden log, and of the same log without the keys of the persons that it erases. */
export async function goldenRows(): Promise<{ open: GoldenRows; erased: GoldenRows }> {
  const log = await goldenLog()
  const erasedLog = await goldenLog(erasedPersons)
  const upTo = log.at(-1)?.position ?? 0
  const open = (projection: Projection) => foldedSteps(projection, log)
  return {
    open: rowsIn('read-models', open, upTo),
    erased: rowsIn('erased/read-models', (one) => differing(foldedSteps(one, erasedLog), open(one)), upTo),
  }
}

/** The rows that an erasure changes; all others are frozen already. */
function differing(erased: Steps, open: Steps): Steps {
  return erased.filter((step, i) => !isDeepStrictEqual(step, open[i]))
}

function rowsIn(folder: string, allSteps: (projection: Projection) => Steps, upTo: Position): GoldenRows {
  const path = join(import.meta.dirname, folder)

  async function names(): Promise<string[]> {
    const files = await readdir(path)
    return files.map((file) => file.replace(/[.]json$/, ''))
  }

  async function frozenOf(projection: Projection): Promise<FrozenRows[]> {
    const version = versionOf(projection)
    const found = (await names()).filter((name) => name === version || name.startsWith(`${version}.after-`))
    const all = await Promise.all(found.map((name) => readFile(join(path, `${name}.json`), 'utf8')))
    return all.map((text) => Value.Parse(FrozenRows, JSON.parse(text))).toSorted((a, b) => a.after - b.after)
  }

  const stepsOf = (projection: Projection, span: Span) =>
    allSteps(projection).filter(({ position }) => position > span.after && position <= span.upTo)

  return {
    folder,
    names,
    frozenOf,
    stepsOf,
    async missingOf(projection) {
      const last = (await frozenOf(projection)).at(-1)
      const span = { after: last?.upTo ?? 0, upTo }
      const steps = stepsOf(projection, span)
      if (last !== undefined && steps.length === 0) return undefined
      const file = `${versionOf(projection)}${last === undefined ? '' : `.after-${span.after}`}.json`
      return { path: join(path, file), rows: { ...span, steps } }
    },
  }
}

/** The name of the frozen file of a projection and version: `orders.v1`. */
function versionOf({ name, version }: Pick<Projection, 'name' | 'version'>): string {
  return `${name}.v${version}`
}

function foldedSteps(projection: Projection, log: readonly RecordedEvent[]): Steps {
  return isTable(projection)
    ? folded<Row>(projection.on, log)
    : folded<IndexDocument>(withPositions(projection.on), log)
}

/** Folds one event at a time, as the final row does not show the effect of each event. */
function folded<R>(on: Folds<R>, log: readonly RecordedEvent[]): Steps {
  const rows = new Map<string, R>()
  const taken = log.filter(({ type }) => Object.hasOwn(on, type))
  return taken.map((event) => {
    for (const [key, row] of foldEvents(on, [event], rows).rows) {
      if (row === undefined) rows.delete(key)
      else rows.set(key, row)
    }
    const touched = touchedKeys(on, [event]).map((key): [string, unknown] => [key, asStored(rows.get(key))])
    return { position: event.position, type: event.type, rows: Object.fromEntries(touched) }
  })
}

function asStored(row: unknown): unknown {
  return row === undefined ? null : JSON.parse(JSON.stringify(row))
}
