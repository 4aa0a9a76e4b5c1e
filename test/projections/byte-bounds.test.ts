import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { byteBudget, fetchedUnweighed, TooMuchAtOnce } from '#core/async/byte-budget.ts'
import type { Fold } from '#core/projections/projection.ts'
import type { ProductSearchGeneration } from '#modules/catalogue/search/product-search-index.ts'
import type { SearchDocument } from '#modules/catalogue/search/product-search-index.ts'
import { putCheckpoint } from '#core/projections/checkpoints/checkpoints.ts'
import { expectedIn } from '#core/projections/compare/expected-documents.ts'
import { storedTable } from '#core/projections/sinks/read-table.ts'
import { searchSink } from '#core/projections/sinks/search-sink.ts'
import { openWorkbench, type Workbench } from '#test/support/projections/workbench.ts'
import { searchDocument } from '#test/support/projections/search-documents.ts'

const count = 40
const ids = Array.from({ length: count }, (_, i) => `n${String(i).padStart(2, '0')}`)
const bytes = Math.ceil((1.5 * byteBudget.loaded) / count)

/** Of this many bytes, which compress to almost nothing, or not at all. */
const repeated = (length: number) => 'x'.repeat(length)
const random = (length: number) =>
  Array.from({ length: length / 128 }, (_, i) => createHash('sha512').update(String(i)).digest('hex')).join('')

let workbench: Workbench

beforeEach(async () => {
  workbench = await openWorkbench()
})
afterEach(() => workbench.dispose())

describe('the rows of a read table that are loaded at once', () => {
  type Note = { note: string; text: string }
  const columns = { note: 'text', text: 'text not null' }
  const table = storedTable<Note>('read_notes', { name: 'notes', key: 'note', columns, indexes: [] })

  async function filledWith(text: string): Promise<void> {
    await table.create(workbench.db)
    await sql`insert into read_notes.notes select note, ${text} from unnest(${ids}::text[]) note`.execute(workbench.db)
  }

  test.each([
    ['do not compress', random],
    ['compress to almost nothing', repeated],
  ])('are refused if they have too many bytes that %s, and a few of them are not', async (_, text) => {
    await filledWith(text(bytes))
    await expect(table.load(workbench.db, ids)).rejects.toBeInstanceOf(TooMuchAtOnce)
    expect((await table.load(workbench.db, ids.slice(0, fetchedUnweighed))).size).toBe(fetchedUnweighed)
    expect((await table.load(workbench.db, ids, { unweighed: true })).size).toBe(count)
  })

  test.each([random, repeated])('are loaded if they have few bytes', async (text) => {
    await filledWith(text(Math.floor(bytes / 4)))
    expect((await table.load(workbench.db, ids)).size).toBe(count)
  })
})

/** Documents in memory, and how many were requested or passed by each call. */
function generationOf(documents: readonly SearchDocument[]) {
  const kept = new Map(documents.map((document) => [document.id, document]))
  const calls = { get: [] as number[], put: [] as number[], inconsistent: [] as number[] }
  const generation: ProductSearchGeneration = {
    mostInFlight: 0,
    existing: (asked) => Promise.resolve(asked.filter((id) => kept.has(id))),
    async get(asked) {
      calls.get.push(asked.length)
      return asked.flatMap((id) => kept.get(id) ?? [])
    },
    async put(some) {
      calls.put.push(some.length)
      for (const document of some) kept.set(document.id, document)
    },
    async *all() {
      yield* kept.values()
    },
    async inconsistent(asked) {
      calls.inconsistent.push(asked.length)
      return []
    },
    remove: () => Promise.resolve(),
    count: () => Promise.resolve(kept.size),
    prepare: () => Promise.resolve(),
  }
  return { generation, calls }
}

const unstopped = new AbortController().signal

const documents = (length: number) =>
  ids.map((id) => searchDocument(id, { description: repeated(length), position: 0 }))

describe('the documents of a search index', () => {
  test('are compared in parts that are bounded in bytes', async () => {
    await sql`create schema expected`.execute(workbench.db)
    await sql`create table expected.documents (id text primary key, document jsonb not null)`.execute(workbench.db)
    const large = generationOf(documents(bytes))
    const { extra } = await expectedIn(workbench.db, 'expected').compareAll(large.generation, unstopped)
    expect(extra.toSorted()).toEqual(ids)
    expect(Math.max(...large.calls.inconsistent) * bytes).toBeLessThanOrEqual(byteBudget.statement)
    const small = generationOf(documents(10))
    await expectedIn(workbench.db, 'expected').compareAll(small.generation, unstopped)
    expect(small.calls.inconsistent).toEqual([count])
  })

  const on: Record<string, Fold<SearchDocument>> = {
    NoteTouched: {
      keys: ({ stream }) => [stream.slice('note-'.length)],
      evolve: (document, _event, id) => document && { ...document, id, pricePaise: document.pricePaise + 1 },
    },
  }

  async function touchedAll(generation: ProductSearchGeneration): Promise<void> {
    for (const id of ids) await workbench.append(`note-${id}`, ['NoteTouched', {}])
    const checkpoint = { name: 'notes', slot: 'live', kind: 'search', version: 1, shape: '', status: 'live' } as const
    const from = await putCheckpoint(workbench.db, { ...checkpoint, position: 0 })
    const { events } = await workbench.store.readAll(0, { limit: 100 })
    const page = { events, to: events.at(-1)?.position ?? 0, last: undefined }
    const report = { status: 'live', eventsPerSecond: 0 } as const
    const moved = await searchSink(on, () => generation)(workbench.db, page, { from, report })
    expect(moved?.position).toBe(page.to)
  }

  test('that a page touches are loaded in halves if they have too many bytes, and written in bounded parts', async () => {
    const { generation, calls } = generationOf(documents(bytes))
    await touchedAll(generation)
    expect(calls.get).toEqual([fetchedUnweighed, count / 2, count / 2])
    expect(Math.max(...calls.put) * bytes).toBeLessThanOrEqual(byteBudget.statement)
    expect((await generation.get(ids)).every(({ pricePaise }) => pricePaise === 100_001)).toBe(true)
  })

  test('that a page touches are loaded and written together if they have few bytes', async () => {
    const { generation, calls } = generationOf(documents(10))
    await touchedAll(generation)
    expect(calls).toMatchObject({ get: [fetchedUnweighed, count - fetchedUnweighed], put: [count] })
  })
})
