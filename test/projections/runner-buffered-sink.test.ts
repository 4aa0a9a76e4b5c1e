import { afterEach, beforeEach, expect, test } from 'vitest'
import { catchUp, type Following } from '#core/projections/follow/catch-up.ts'
import { putCheckpoint, type Mark } from '#core/projections/checkpoints/checkpoints.ts'
import { createBufferedSink, type BufferLimits } from '#core/projections/sinks/buffered-sink.ts'
import { BufferNotWritten } from '#core/projections/sinks/write-page.ts'
import { createPageSize } from '#core/projections/follow/progress.ts'
import { storedTable } from '#core/projections/sinks/read-table.ts'
import { tableSink } from '#core/projections/sinks/sinks.ts'
import {
  appendPurses,
  checkpointsIn,
  foldedPurses,
  openWorkbench,
  pursesIn,
  type Workbench,
} from '#test/support/projections/workbench.ts'
import { pursesProjection, type PurseRow } from '#test/support/projections/purses.ts'

let workbench: Workbench

beforeEach(async () => {
  workbench = await openWorkbench()
})

afterEach(() => workbench.dispose())

const purses = pursesProjection()
const anHour = 3_600_000

/** A buffered sink on an empty table, and a follower that reads the log in pages of 20. */
async function bufferedSink(within: Partial<BufferLimits>): Promise<{ following: Following; mark: Mark }> {
  const table = storedTable<PurseRow>('read_purses', purses.sink.table)
  await table.create(workbench.db)
  const mark = await putCheckpoint(workbench.db, {
    name: 'purses',
    slot: 'next',
    kind: 'table',
    version: 1,
    shape: '',
    position: 0,
    status: 'building',
  })
  const sink = createBufferedSink(purses.on, table, { rows: 1_000_000, ms: anHour, rowsAtOnce: 7, ...within })
  const following = {
    db: workbench.db,
    store: workbench.store,
    types: Object.keys(purses.on),
    ...sink,
    pageSize: createPageSize({ now: () => 0, most: 20 }),
    signal: new AbortController().signal,
    report: () => ({ status: 'building' as const, eventsPerSecond: 0 }),
  }
  return { following, mark }
}

test.each([
  ['nothing but at the end', {}],
  ['after every page', { ms: 0 }],
  ['whenever a few rows have changed', { rows: 30 }],
])('buffered rows equal the fold when they are written %s', async (_when, within) => {
  const last = await appendPurses(workbench, 640)
  const { following, mark } = await bufferedSink(within)
  expect(await catchUp(following, mark)).toMatchObject({ outcome: 'at-end', at: { position: last } })
  expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
  expect(await checkpointsIn(workbench)).toMatchObject([{ position: last, changed: last }])
})

test('progress counts only saved events', async () => {
  const last = await appendPurses(workbench, 700)
  const reported: number[] = []
  await workbench.operations().replay('purses', { onProgress: ({ position }) => reported.push(position) })
  expect(reported).not.toContain(500)
  expect(reported.at(-1)).toBe(last)
})

test('buffered rows are not written if another process has moved the checkpoint', async () => {
  await appendPurses(workbench, 100)
  const { following, mark } = await bufferedSink({})
  await workbench.pool.query('update projection_checkpoints set generation = generation + 1')
  expect(await catchUp(following, mark)).toMatchObject({ outcome: 'superseded' })
  expect(await pursesIn(workbench)).toEqual([])
})

test('rows that another process has written in the meantime are loaded, though the table was empty at first', async () => {
  const last = await appendPurses(workbench, 400)
  const { following, mark } = await bufferedSink({})
  const report = { status: 'building', eventsPerSecond: 0 } as const
  const firstPage = async (limit: number) => {
    const { events, position } = await workbench.store.readAll(0, { limit })
    return { events, to: position, last: undefined }
  }
  await following.write(workbench.db, await firstPage(200), { from: mark, report })
  const other = tableSink(purses.on, storedTable<PurseRow>('read_purses', purses.sink.table))
  const moved = await other(workbench.db, await firstPage(220), { from: mark, report })
  if (moved === undefined) throw new Error('another writer has moved the checkpoint')
  expect(await catchUp(following, moved)).toMatchObject({ outcome: 'at-end', at: { position: last } })
  expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
})

test('rows buffered before an event that cannot be folded are written', async () => {
  const before = await appendPurses(workbench, 130)
  const expected = await foldedPurses(workbench.store)
  await workbench.append('purses-1', ['PursePoisoned', { purse: 'a' }])
  const { following, mark } = await bufferedSink({})
  await expect(catchUp(following, mark)).rejects.toMatchObject({
    name: 'EventFailure',
    event: { position: before + 1 },
  })
  expect(await checkpointsIn(workbench)).toMatchObject([{ position: before }])
  expect(await pursesIn(workbench)).toEqual(expected)
})

test('rows that the database rejects are retried page by page until the event is found', async () => {
  const before = await appendPurses(workbench, 90)
  await workbench.append('purses-1', ['CoinsAdded', { purse: 'a', by: 1.5 }])
  const { following, mark } = await bufferedSink({})
  await expect(catchUp(following, mark)).rejects.toBeInstanceOf(BufferNotWritten)
  expect(await pursesIn(workbench)).toEqual([])
  await expect(catchUp(following, mark)).rejects.toMatchObject({ event: { position: before + 1 } })

  await expect(workbench.operations().replay('purses')).rejects.toMatchObject({ event: { position: before + 1 } })
})
