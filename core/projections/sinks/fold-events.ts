import type { IndexDocument } from '../../search-index/search-index.ts'
import type { Position, RecordedEvent } from '../../event-store/event-store.ts'
import type { Fold } from '../projection.ts'

export type Folds<R> = Readonly<Record<string, Fold<R>>>

/** The rows that a page of events changed, by key; `undefined` where the row was removed. */
export type RowChanges<R> = {
  rows: ReadonlyMap<string, R | undefined>
  /** The position of the last event that changed any row; `undefined` where none did. */
  changedPosition: Position | undefined
}

function foldOf<R>(on: Folds<R>, type: string): Fold<R> | undefined {
  return Object.hasOwn(on, type) ? on[type] : undefined
}

/** The keys of all rows that `events` touch, each once. */
export function touchedKeys<R>(on: Folds<R>, events: readonly RecordedEvent[]): string[] {
  const keys = new Set<string>()
  for (const event of events) {
    for (const key of foldOf(on, event.type)?.keys(event) ?? []) keys.add(key)
  }
  return [...keys]
}

/** Folds `events` over the stored rows; `stored` needs only those of `touchedKeys`. */
export function foldEvents<R>(
  on: Folds<R>,
  events: readonly RecordedEvent[],
  stored: ReadonlyMap<string, R>,
): RowChanges<R> {
  const rows = new Map<string, R | undefined>()
  let changedPosition: Position | undefined
  for (const event of events) {
    const fold = foldOf(on, event.type)
    for (const key of new Set(fold?.keys(event))) {
      const before = rows.has(key) ? rows.get(key) : stored.get(key)
      const after = fold?.evolve(before, event, key)
      if (after === before) continue
      rows.set(key, after)
      changedPosition = event.position
    }
  }
  return { rows, changedPosition }
}

/**
 * Adds the event's position to each document of a search projection. An index shares no transaction with the
 * checkpoint, so events may be repeated; one that a document has already seen changes nothing.
 */
export function withPositions(on: Folds<IndexDocument>): Folds<IndexDocument> {
  return Object.fromEntries(Object.entries(on).map(([type, fold]) => [type, withPosition(fold)]))
}

function withPosition(fold: Fold<IndexDocument>): Fold<IndexDocument> {
  return {
    keys: (event) => fold.keys(event),
    evolve(document, event, key) {
      if (document !== undefined && event.position <= document.position) return document
      const after = fold.evolve(document, event, key)
      return after === document || after === undefined ? after : { ...after, position: event.position }
    },
  }
}
