import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '#test/support/eventually.ts'
import { heldStore } from '#test/support/event-store/held-store.ts'
import {
  appendPurses,
  checkpointsIn,
  foldedPurses,
  openWorkbench,
  pursesIn,
  type Workbench,
} from '#test/support/projections/workbench.ts'
import { pursesProjection } from '#test/support/projections/purses.ts'

let workbench: Workbench

beforeEach(async () => {
  workbench = await openWorkbench()
})

afterEach(() => workbench.dispose())

const change = (statement: string) => workbench.pool.query(statement)

async function fed(events: number): Promise<number> {
  await workbench.start()
  const last = await appendPurses(workbench, events)
  await workbench.untilPassed(last)
  return last
}

const others = (rows: Awaited<ReturnType<typeof pursesIn>>) => rows.filter(({ purse }) => purse !== 'p1')

const schemas = async () =>
  (await change(`select nspname from pg_namespace where nspname like '%purses%' order by 1`)).rows.map(
    (row: { nspname: string }) => row.nspname,
  )

describe('a rollback', () => {
  test('restores the build that the last replay replaced, which then catches up', async () => {
    const replaced = await fed(300)
    await change(`update read_purses.purses set coins = -1 where purse = 'p1'`)
    await workbench.operations().replay('purses')
    await workbench.untilPassed(await appendPurses(workbench, 50, 'q'))
    expect(await workbench.operations().rollBack('purses')).toEqual({ position: replaced })
    expect(await pursesIn(workbench)).toContainEqual(expect.objectContaining({ purse: 'p1', coins: -1 }))
    await workbench.untilPassed(await appendPurses(workbench, 50, 'q'))
    expect(others(await pursesIn(workbench))).toEqual(others(await foldedPurses(workbench.store)))
  })

  test('is undone by another rollback', async () => {
    await fed(100)
    await change(`update read_purses.purses set coins = -1`)
    await workbench.operations().replay('purses')
    await workbench.operations().rollBack('purses')
    await workbench.operations().rollBack('purses')
    await workbench.untilPassed(await appendPurses(workbench, 20))
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
  })

  test('is refused if there is no previous build, and leaves the live one', async () => {
    const last = await fed(50)
    await expect(workbench.operations().rollBack('purses')).rejects.toMatchObject({ code: 'conflict' })
    expect((await workbench.operations().status()).projections[0]).toMatchObject({ position: last, status: 'live' })
  })

  test('is refused to a version that this code cannot update', async () => {
    await fed(50)
    const changed = workbench.operations({ projections: [pursesProjection({ version: 2 })] })
    await changed.replay('purses')
    await expect(changed.rollBack('purses')).rejects.toThrow('of version 1')
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
  })

  test('is refused while a replay is in progress', async () => {
    await fed(50)
    await workbench.operations().replay('purses')
    const held = heldStore(workbench.store)
    const isHeld = held.hold()
    const rebuilt = workbench.operations({ store: held.store }).replay('purses')
    await isHeld
    await expect(workbench.operations().rollBack('purses')).rejects.toMatchObject({ code: 'conflict' })
    held.release()
    await rebuilt
  })
})

describe('a dry run', () => {
  test('reports what a replay would add, remove and change, field by field, and swaps nothing', async () => {
    const last = await fed(300)
    await change(`update read_purses.purses set coins = 7, owner = 'Ravi' where purse = 'p1'`)
    await change(`delete from read_purses.purses where purse = 'p2'`)
    await change(`insert into read_purses.purses values ('stranger', 1, false, '[]', '{}', now(), null)`)
    const before = await pursesIn(workbench)
    const { samples, ...dryRunDone } = await workbench.operations().dryRun('purses')
    expect(dryRunDone).toEqual({ position: last, added: 1, removed: 1, changed: 1, liveVersion: 1, version: 1 })
    expect(samples.map(({ key, kind }) => [key, kind])).toEqual([
      ['p2', 'added'],
      ['stranger', 'removed'],
      ['p1', 'changed'],
    ])
    const p1 = (await foldedPurses(workbench.store)).find(({ purse }) => purse === 'p1')
    expect(samples[2]?.fields).toEqual(
      expect.arrayContaining([
        { field: 'coins', from: 7, to: p1?.coins },
        { field: 'owner', from: 'Ravi', to: null },
      ]),
    )
    expect(await pursesIn(workbench)).toEqual(before)
    expect(await schemas()).toEqual(['read_purses'])
    expect(await checkpointsIn(workbench)).toHaveLength(1)
  })

  test('shows how another version of the code, with another column, would change every row', async () => {
    await fed(100)
    const purses = pursesProjection({ version: 2 })
    const { table } = purses.sink
    const sink = { kind: 'table' as const, table: { ...table, columns: { ...table.columns, note: 'text' } } }
    const changed = workbench.operations({ projections: [{ ...purses, sink }] })
    const { samples, ...dryRunDone } = await changed.dryRun('purses')
    const rows = (await pursesIn(workbench)).length
    expect(dryRunDone).toMatchObject({ added: 0, removed: 0, changed: rows, liveVersion: 1, version: 2 })
    expect(samples[0]?.fields).toEqual([{ field: 'note', to: null }])
  })

  test('reports no changes if there would be none, even for an empty log', async () => {
    const none = { added: 0, removed: 0, changed: 0, samples: [] }
    await workbench.start()
    expect(await workbench.operations().dryRun('purses')).toMatchObject({ ...none, position: 0 })
    await workbench.untilPassed(await appendPurses(workbench, 100))
    expect(await workbench.operations().dryRun('purses')).toMatchObject(none)
  })
})

describe('a copy', () => {
  test('is the read model as of then, and leaves the live one alone', async () => {
    const then = await fed(200)
    const expected = await foldedPurses(workbench.store)
    const last = await appendPurses(workbench, 200)
    await workbench.untilPassed(last)
    const copied = await workbench.operations().copy('purses', { until: then, schema: 'purses_then' })
    expect(copied).toEqual({ table: 'purses_then.purses', position: then, rows: expected.length })
    expect(await pursesIn(workbench, 'purses_then')).toEqual(expected)
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
    expect((await checkpointsIn(workbench)).map(({ slot }) => slot)).toEqual(['live'])
    await workbench.operations().dropCopy('purses_then')
    expect(await schemas()).toEqual(['read_purses'])
  })

  test('never replaces an existing schema, and only copies are dropped', async () => {
    const last = await fed(20)
    await change('create schema mine_of_purses')
    const into = (schema: string) => workbench.operations().copy('purses', { until: last, schema })
    await expect(into('mine_of_purses')).rejects.toMatchObject({ code: 'conflict' })
    for (const schema of ['read_purses', 'public', 'pg_toast', 'Robert"; drop', ''])
      await expect(into(schema)).rejects.toMatchObject({ code: 'invalid' })
    await expect(workbench.operations().dropCopy('mine_of_purses')).rejects.toThrow('not a copy')
    expect(await schemas()).toEqual(['mine_of_purses', 'read_purses'])
  })

  test('is dropped with the other copies when personal data is erased', async () => {
    const last = await fed(20)
    await workbench.operations().copy('purses', { until: last, schema: 'purses_then' })
    await workbench.operations().purgeStaleBuilds(['purses'])
    expect(await schemas()).toEqual(['read_purses'])
  })

  test('that fails leaves nothing behind', async () => {
    const poisoned = await workbench.append('purses-1', ['PursePoisoned', { purse: 'a' }])
    const copied = workbench.operations().copy('purses', { until: poisoned, schema: 'purses_then' })
    await expect(copied).rejects.toMatchObject({ name: 'EventFailure' })
    expect(await schemas()).not.toContain('purses_then')
  })
})

describe('the rows of one stream', () => {
  const projections = [pursesProjection({ rowsOf: 'one-stream' })]

  test('are rewritten in the live read model, and no others', async () => {
    await workbench.start()
    await workbench.append('purse-a', ['CoinsAdded', { purse: 'a', by: 3 }])
    const last = await workbench.append('purse-b', ['CoinsAdded', { purse: 'b', by: 4 }])
    await workbench.untilPassed(last)
    await change('update read_purses.purses set coins = -1')
    const repaired = await workbench.operations({ projections }).repairStream('purses', 'purse-a')
    expect(repaired).toEqual({ rows: 1, position: last })
    expect((await pursesIn(workbench)).map(({ purse, coins }) => [purse, coins])).toEqual([
      ['a', 3],
      ['b', -1],
    ])
    await workbench.untilPassed(await workbench.append('purse-a', ['CoinsAdded', { purse: 'a', by: 5 }]))
    expect((await pursesIn(workbench))[0]?.coins).toBe(8)
  })

  test('are refused if rows combine several streams, and for a stream that the read model does not use', async () => {
    await fed(20)
    await expect(workbench.operations().repairStream('purses', 'purse-a')).rejects.toThrow('several streams')
    const unknown = workbench.operations({ projections }).repairStream('purses', 'purse-nobody')
    await expect(unknown).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('an event that is skipped', () => {
  test('lets the live one continue, and is skipped by builds, verifications and the rows of its stream', async () => {
    await appendPurses(workbench, 20)
    const poisoned = await workbench.append('purse-a', ['PursePoisoned', { purse: 'a' }])
    const last = await workbench.append('purse-a', ['CoinsAdded', { purse: 'a', by: 3 }])
    const [{ id } = { id: '' }] = (await workbench.store.readAll(poisoned - 1, { limit: 1 })).events
    const skips = new Set<string>()
    const changes = { skipped: () => Promise.resolve(skips), projections: [pursesProjection({ rowsOf: 'one-stream' })] }
    await workbench.start(changes)
    await eventually(async () => expect(await workbench.slot('live')).toMatchObject({ status: 'failed' }))
    skips.add(id)
    await workbench.operations().retry('purses')
    await workbench.untilPassed(last)
    const operations = workbench.operations(changes)
    await operations.replay('purses')
    expect(await operations.verify('purses')).toMatchObject({ ok: true, position: last })
    await operations.repairStream('purses', 'purse-a')
    expect(await pursesIn(workbench)).toContainEqual(expect.objectContaining({ purse: 'a', coins: 3 }))
  })
})
