import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { systemActor } from '../../domain/actor.ts'
import type { JsonObject, RecordedEvent } from '../../event-store/event-store.ts'
import type { Fold } from '../projection.ts'
import type { IndexDocument } from '../../search-index/search-index.ts'
import { foldEvents, touchedKeys, withPositions, type Folds } from './fold-events.ts'

type Counter = { readonly key: string; readonly sum: number; readonly seen: readonly number[] }

function event(position: number, type: string, data: JsonObject): RecordedEvent {
  const metadata = { correlationId: 'r', causationId: 'r', by: systemActor, schemaVersion: 1 }
  return {
    id: `e${position}`,
    type,
    data,
    metadata,
    stream: 's',
    revision: position,
    position,
    at: '2026-11-20T00:00:00Z',
  }
}

const keysIn = ({ data }: RecordedEvent) => (Array.isArray(data['keys']) ? data['keys'].map(String) : [])

const folds: Folds<Counter> = {
  Added: {
    keys: keysIn,
    evolve: (row, { position }, key) => ({
      key,
      sum: (row?.sum ?? 0) + position,
      seen: [...(row?.seen ?? []), position],
    }),
  },
  Removed: { keys: keysIn, evolve: () => undefined },
  Looked: { keys: keysIn, evolve: (row) => row },
}

const anyEvents = fc
  .array(
    fc.record({
      type: fc.constantFrom('Added', 'Added', 'Removed', 'Looked', 'Unknown', 'constructor'),
      keys: fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 }),
    }),
    { maxLength: 40 },
  )
  .map((drawn) => drawn.map(({ type, keys }, index) => event(index + 1, type, { keys })))

/** The rows after `events`, folded in pages of the given sizes. */
function foldedInPages(events: readonly RecordedEvent[], sizes: readonly number[]): Map<string, Counter> {
  const stored = new Map<string, Counter>()
  let rest = events
  for (let turn = 0; rest.length > 0; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    for (const [key, row] of foldEvents(folds, rest.slice(0, size), stored).rows) {
      if (row === undefined) stored.delete(key)
      else stored.set(key, row)
    }
    rest = rest.slice(size)
  }
  return stored
}

describe('folding a page of events', () => {
  test('yields the same rows for any page sizes', () => {
    fc.assert(
      fc.property(anyEvents, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (events, sizes) => {
        expect(foldedInPages(events, sizes)).toEqual(foldedInPages(events, [1_000]))
      }),
      { seed: 20261120 },
    )
  })

  test('touches each key once, and only those of known event types', () => {
    const events = [
      event(1, 'Added', { keys: ['a', 'b'] }),
      event(2, 'Looked', { keys: ['a'] }),
      event(3, 'Unknown', { keys: ['z'] }),
      event(4, 'toString', { keys: ['y'] }),
    ]
    expect(touchedKeys(folds, events)).toEqual(['a', 'b'])
  })

  test('returns the position of the last event that changed a row, or none', () => {
    const added = event(1, 'Added', { keys: ['a'] })
    const looked = event(2, 'Looked', { keys: ['a'] })
    expect(foldEvents(folds, [added, looked], new Map()).changedPosition).toBe(1)
    expect(foldEvents(folds, [looked], new Map()).changedPosition).toBeUndefined()
  })

  test('folds an event once even if it returns a key twice', () => {
    const { rows } = foldEvents(folds, [event(1, 'Added', { keys: ['a', 'a'] })], new Map())
    expect(rows.get('a')?.seen).toEqual([1])
  })

  test('returns a removed row as `undefined`', () => {
    const stored = new Map([['a', { key: 'a', sum: 1, seen: [1] }]])
    expect(foldEvents(folds, [event(2, 'Removed', { keys: ['a'] })], stored).rows).toEqual(new Map([['a', undefined]]))
  })
})

describe('folding search documents', () => {
  type TitledDocument = IndexDocument & { title: string }
  const document: TitledDocument = { id: 'p', title: 'Stethoscope', position: 0 }
  const documentFolds: Record<string, Fold<TitledDocument>> = {
    Renamed: {
      keys: () => ['p'],
      evolve: (row, { data }) => ({ ...(row ?? document), title: JSON.stringify(data['title']) }),
    },
    Noticed: { keys: () => ['p'], evolve: (row) => row },
  }
  const on = withPositions(documentFolds)

  test('stores the position of the event that changed the document', () => {
    const events = [event(7, 'Renamed', { title: 'Otoscope' }), event(8, 'Noticed', {})]
    expect(foldEvents(on, events, new Map()).rows.get('p')).toEqual({ ...document, title: '"Otoscope"', position: 7 })
  })

  test('changes nothing when events are repeated', () => {
    const events = [event(7, 'Renamed', { title: 'Otoscope' }), event(9, 'Renamed', { title: 'Loupe' })]
    const stored = new Map([['p', { ...document, title: 'Loupe', position: 9 }]])
    expect(foldEvents(on, events, stored).rows.size).toBe(0)
  })
})
