import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { movingTogether } from '#core/projections/checkpoints/move-together.ts'
import { movedChannel, putCheckpoint, readCheckpoint, type Mark } from '#core/projections/checkpoints/checkpoints.ts'
import { newId } from '#core/domain/ids.ts'
import { eventually } from '#test/support/eventually.ts'
import { openWorkbench, type Workbench } from '#test/support/projections/workbench.ts'

const report = { status: 'live' as const, eventsPerSecond: 0 }

let workbench: Workbench
let marks: Mark[] = []

beforeEach(async () => {
  workbench = await openWorkbench()
  const row = { slot: 'live', kind: 'reactor', version: 1, shape: '', position: 0, status: 'live' } as const
  marks = []
  for (const name of ['first', 'second', 'third']) marks.push(await putCheckpoint(workbench.db, { ...row, name }))
})

afterEach(() => workbench.dispose())

describe('subscriptions that skip the same page', () => {
  test('move in one transaction, each with the last event and a notification of its own', async () => {
    const payloads: string[] = []
    workbench.listener.listen(movedChannel, (payload) => void payloads.push(payload))
    await eventually(() => expect(payloads).toContain(''))
    const moveOver = movingTogether(workbench.db)
    const last = { position: 6, id: newId() }
    const moved = await Promise.all(marks.map((from) => moveOver({ from, to: 7, last, report })))
    expect(moved).toEqual(marks.map((from) => ({ ...from, position: 7 })))
    const { rows } = await sql`
      select count(distinct xmin::text) as transactions from projection_checkpoints where position = 7`.execute(
      workbench.db,
    )
    expect(rows).toEqual([{ transactions: 1 }])
    const stored = await readCheckpoint(workbench.db, 'second', 'live')
    expect(stored).toMatchObject({ last_position: 6, last_id: last.id, last_is_known: true, changed_position: 0 })
    await eventually(() =>
      expect(payloads.filter(Boolean).map((payload) => JSON.parse(payload))).toEqual(
        expect.arrayContaining(marks.map(({ name }) => expect.objectContaining({ name, from: 0, position: 7 }))),
      ),
    )
  })

  test('move each for itself: another process has moved one of them', async () => {
    const moveOver = movingTogether(workbench.db)
    const [first, second, third] = marks
    if (first === undefined || second === undefined || third === undefined) throw new Error('three were created')
    await sql`update projection_checkpoints set position = 3 where name = 'second'`.execute(workbench.db)
    const moved = await Promise.all(marks.map((from) => moveOver({ from, to: 7, last: undefined, report })))
    expect(moved).toEqual([{ ...first, position: 7 }, undefined, { ...third, position: 7 }])
    expect(await readCheckpoint(workbench.db, 'second', 'live')).toMatchObject({ position: 3, last_position: null })
  })
})
