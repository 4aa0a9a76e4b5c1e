import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { Position, RecordedEvent } from '#core/event-store/event-store.ts'
import type { Projection, Row } from '#core/projection.ts'
import type { SearchDocument } from '#core/search-index/search-index.ts'
import { foldEvents, touchedKeys, withPositions, type Folds } from '#projections/runner/fold-events.ts'
import { isTable } from '#projections/runner/unit.ts'

/** What a version of a projection made of the golden events after one position, up to another. */
const FrozenRows = Type.Object({
  after: Type.Integer({ minimum: 0 }),
  upTo: Type.Integer({ minimum: 1 }),
  /** After each of these events that it takes, the rows that the event touches, by key; null where there is none any more. */
  steps: Type.Array(
    Type.Object({ position: Type.Integer(), type: Type.String(), rows: Type.Record(Type.String(), Type.Unknown()) }),
  ),
})
export type FrozenRows = Static<typeof FrozenRows>

/** Of the golden log, what some rows were made of. */
export type Span = { after: Position; upTo: Position }

const folder = join(import.meta.dirname, 'read-models')

/** The names of all frozen files: `orders.v1` of the log as it was then, `orders.v1.after-77` of events that joined it later. */
export async function frozenNames(): Promise<string[]> {
  const files = await readdir(folder)
  return files.map((file) => file.replace(/[.]json$/, ''))
}

async function readFrozen(name: string): Promise<FrozenRows> {
  return Value.Parse(FrozenRows, JSON.parse(await readFile(pathOf(name), 'utf8')))
}

export function pathOf(name: string): string {
  return join(folder, `${name}.json`)
}

/** Which projection and version a frozen file is of: `orders.v1`. */
function versionOf({ name, version }: Pick<Projection, 'name' | 'version'>): string {
  return `${name}.v${version}`
}

/** Of one projection and version, the earliest first. */
export async function frozenOf(projection: Projection): Promise<FrozenRows[]> {
  const version = versionOf(projection)
  const names = (await frozenNames()).filter((name) => name === version || name.startsWith(`${version}.after-`))
  const all = await Promise.all(names.map(readFrozen))
  return all.toSorted((a, b) => a.after - b.after)
}

/** What has no frozen rows yet: the whole log, or the events that joined it; undefined where this projection takes none of them. */
export function notFrozen(
  projection: Projection,
  frozen: readonly FrozenRows[],
  log: readonly RecordedEvent[],
): { name: string; span: Span } | undefined {
  const after = frozen.at(-1)?.upTo ?? 0
  const upTo = log.at(-1)?.position ?? 0
  const joined = log.filter(({ position, type }) => position > after && Object.hasOwn(projection.on, type))
  if (frozen.length > 0 && joined.length === 0) return undefined
  const name = versionOf(projection)
  return { name: frozen.length === 0 ? name : `${name}.after-${after}`, span: { after, upTo } }
}

/** What is frozen of the events of `span`; the rows begin as the events before have left them. */
export function stepsOf(projection: Projection, log: readonly RecordedEvent[], span: Span): FrozenRows['steps'] {
  const steps = isTable(projection)
    ? folded<Row>(projection.on, log)
    : folded<SearchDocument>(withPositions(projection.on), log)
  return steps.filter(({ position }) => position > span.after && position <= span.upTo)
}

/** One event after the other: a row as it is in the end does not tell what each event has done to it. */
function folded<R>(on: Folds<R>, log: readonly RecordedEvent[]): FrozenRows['steps'] {
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
