import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { byteBudget, fetchedUnweighed } from '#core/async/byte-budget.ts'
import type { RecordedEvent } from '#core/event-store/event-store.ts'
import { putCheckpoint, type Mark } from '#core/projections/checkpoints/checkpoints.ts'
import type { Folds } from '#core/projections/sinks/fold-events.ts'
import { createBufferedSink } from '#core/projections/sinks/buffered-sink.ts'
import { storedTable, type StoredTable } from '#core/projections/sinks/read-table.ts'
import { tableSink } from '#core/projections/sinks/sinks.ts'
import type { WritePage } from '#core/projections/sinks/write-page.ts'
import { newStream } from '#test/support/event-store/event-stores.ts'
import { openWorkbench, type Workbench } from '#test/support/projections/workbench.ts'

type Note = { note: string; text: string; changes: number }

const notes = Array.from({ length: 40 }, (_, i) => `note-${i}`)

/** Of 160 kB, and does not compress, so that it is stored at its size. */
function longText(note: string): string {
  const parts = Array.from({ length: 1_250 }, (_, i) => createHash('sha512').update(`${note} ${i}`).digest('hex'))
  return parts.join('')
}

const evolve = (row: Note | undefined, _event: RecordedEvent, note: string) => ({
  note,
  text: row?.text ?? longText(note),
  changes: (row?.changes ?? 0) + 1,
})

/** Notes are created if they do not exist. */
const folds: Folds<Note> = {
  AllNotesChanged: { keys: () => notes, evolve },
  NoteChanged: { keys: ({ data: { note } }) => (typeof note === 'string' ? [note] : []), evolve },
  NoteLengthened: {
    keys: () => ['long'],
    evolve: (row, _event, note) => ({ note, text: (row?.text ?? '') + 'x'.repeat(50_000), changes: 0 }),
  },
}

let workbench: Workbench
let table: StoredTable<Note>
let mark: Mark

beforeEach(async () => {
  workbench = await openWorkbench()
  const columns = { note: 'text', text: 'text not null', changes: 'integer not null' }
  table = storedTable<Note>('read_notes', { name: 'notes', key: 'note', columns, indexes: [] })
  await table.create(workbench.db)
  const checkpoint = { name: 'notes', slot: 'next', kind: 'table', version: 1, shape: '', status: 'building' } as const
  mark = await putCheckpoint(workbench.db, { ...checkpoint, position: 0 })
})

afterEach(() => workbench.dispose())

type Take = (events: readonly RecordedEvent[]) => Promise<Mark>

/** Passes a sink one page after the other, from the mark on. */
function taking(write: WritePage): Take {
  let from = mark
  return async (events) => {
    const page = { events, to: events.at(-1)?.position ?? 0, last: undefined }
    const moved = await write(workbench.db, page, { from, report: { status: 'building', eventsPerSecond: 0 } })
    if (moved === undefined) throw new Error('another writer has moved the checkpoint')
    return (from = moved)
  }
}

/** The events that appended this many, each of one note. */
async function changesOf(names: readonly string[]): Promise<RecordedEvent[]> {
  const after = await workbench.store.head()
  await workbench.append(newStream(), ...names.map((note) => ['NoteChanged', { note }] as const))
  return (await workbench.store.readAll(after, { limit: names.length })).events
}

/** The same table, and how many rows each call has loaded and written. */
function counted(all: StoredTable<Note>): { table: StoredTable<Note>; loaded: number[]; written: number[] } {
  const loaded: number[] = []
  const written: number[] = []
  const load: typeof all.load = async (...asked) => {
    const rows = await all.load(...asked)
    loaded.push(rows.size)
    return rows
  }
  const writing: typeof all.writing = (rows) => {
    written.push(rows.size)
    return all.writing(rows)
  }
  return { table: { ...all, load, writing }, loaded, written }
}

const sinks: [string, () => WritePage][] = [
  ['is written page by page', () => tableSink(folds, table)],
  ['buffers its rows', () => createBufferedSink(folds, table, { ms: 0 }).write],
]

test.each(sinks)(
  'a table that %s accepts events that each touch more rows than may be loaded at once',
  async (_, sink) => {
    await workbench.append('notes-1', ...Array.from({ length: 3 }, () => ['AllNotesChanged', {}] as const))
    const { events } = await workbench.store.readAll(0, { limit: 10 })
    mark = await taking(sink())(events.slice(0, 1))
    await taking(sink())(events.slice(1))
    const { rows } = await workbench.pool.query<{ bytes: string; changes: number }>(
      'select sum(pg_column_size(text)) as bytes, min(changes) as changes from read_notes.notes',
    )
    expect(rows[0]?.changes).toBe(3)
    expect(Number(rows[0]?.bytes)).toBeGreaterThan(byteBudget.loaded)
  },
)

test('a build from the beginning loads and writes large rows a few at a time', async () => {
  const { table: watched, loaded, written } = counted(table)
  const take = taking(createBufferedSink(folds, watched, { ms: 0 }).write)
  const others = notes.map((note) => `other-${note}`)
  await take(await changesOf(notes))
  await take(await changesOf(others))
  await take(await changesOf(notes))
  await take(await changesOf([...notes, ...others]))
  const { rows } = await workbench.pool.query('select changes, count(*) from read_notes.notes group by 1 order by 1')
  expect(rows).toEqual([
    { changes: 2, count: 40 },
    { changes: 3, count: 40 },
  ])
  expect(Math.max(...loaded)).toBeLessThanOrEqual(fetchedUnweighed)
  expect(Math.max(...written) * 2 * longText('').length).toBeLessThanOrEqual(byteBudget.statement)
})

test('rows are deferred until together they reach the limit, even if a single row keeps growing', async () => {
  const { write, stored } = createBufferedSink(folds, table, { ms: 3_600_000, bytes: 1_000_000 })
  const take = taking(write)
  await workbench.append('notes-1', ...Array.from({ length: 12 }, () => ['NoteLengthened', {}] as const))
  const { events } = await workbench.store.readAll(0, { limit: 20 })
  const isPutOff: boolean[] = []
  for (const event of events) {
    await take([event])
    isPutOff.push(stored()?.position !== event.position)
  }
  expect(isPutOff.indexOf(false)).toBe(9)
  mark = await take(await changesOf(['a', 'b', 'c']))
  expect(stored()?.position).not.toBe(mark.position)
  mark = await take(await changesOf(['d']))
  expect(stored()?.position).toBe(mark.position)
})
