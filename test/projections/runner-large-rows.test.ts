import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { byteBudget } from '#core/byte-budget.ts'
import type { RecordedEvent } from '#core/event-store/event-store.ts'
import { putCheckpoint, type Mark } from '#projections/runner/checkpoints.ts'
import type { Folds } from '#projections/runner/fold-events.ts'
import { gatheringSink } from '#projections/runner/gathering.ts'
import { storedTable, type StoredTable } from '#projections/runner/read-table.ts'
import { tableSink, type WritePage } from '#projections/runner/sinks.ts'
import { openWorkbench, type Workbench } from '#test/support/projections.ts'

type Note = { note: string; text: string; changes: number }

const notes = Array.from({ length: 40 }, (_, i) => `note-${i}`)

/** Of 160 kB, and does not compress, so that it is stored at its size. */
function longText(note: string): string {
  const parts = Array.from({ length: 1_250 }, (_, i) => createHash('sha512').update(`${note} ${i}`).digest('hex'))
  return parts.join('')
}

/** One event changes all notes, and creates them where they are not there. */
const folds: Folds<Note> = {
  AllNotesChanged: {
    keys: () => notes,
    evolve: (row, _event, note) => ({ note, text: row?.text ?? longText(note), changes: (row?.changes ?? 0) + 1 }),
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

const sinks: [string, () => WritePage][] = [
  ['is written page by page', () => tableSink(folds, table)],
  ['gathers its rows', () => gatheringSink(folds, table, { ms: 0 }).write],
]

test.each(sinks)(
  'a table that %s takes events that each touch more rows than may be loaded at once',
  async (_, sink) => {
    await workbench.append('notes-1', ...Array.from({ length: 3 }, () => ['AllNotesChanged', {}] as const))
    const { events } = await workbench.store.readAll(0, { limit: 10 })
    const report = { status: 'building', eventsPerSecond: 0 } as const
    const take = (some: readonly RecordedEvent[], from: Mark) =>
      sink()(workbench.db, { events: some, to: some.at(-1)?.position ?? 0, last: undefined }, { from, report })
    const first = await take(events.slice(0, 1), mark)
    if (first === undefined) throw new Error('somebody has moved the checkpoint')
    await take(events.slice(1), first)
    const { rows } = await workbench.pool.query<{ bytes: string; changes: number }>(
      'select sum(pg_column_size(text)) as bytes, min(changes) as changes from read_notes.notes',
    )
    expect(rows[0]?.changes).toBe(3)
    expect(Number(rows[0]?.bytes)).toBeGreaterThan(byteBudget.loaded)
  },
)
