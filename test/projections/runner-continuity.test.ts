import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createContinuity } from '#core/projections/continuity/continuity.ts'
import { eventually } from '#test/support/eventually.ts'
import { appendPurses, openWorkbench, type Workbench } from '#test/support/projections/workbench.ts'

describe('a follower of the log of a database', () => {
  let workbench: Workbench

  beforeEach(async () => {
    workbench = await openWorkbench()
  })

  afterEach(() => workbench.dispose())

  /** As after a restore of the event tables alone. */
  async function cutLogAfter(position: number): Promise<void> {
    await workbench.db.transaction().execute(async (trx) => {
      await sql`alter table events disable trigger events_only_grow`.execute(trx)
      await sql`delete from events where position > ${position}`.execute(trx)
      await sql`update log_head set position = ${position}`.execute(trx)
      await sql`alter table events enable trigger events_only_grow`.execute(trx)
    })
  }

  async function lastEvent(): Promise<{ position: number | null; id: string | null; isKnown: boolean } | undefined> {
    const { rows } = await sql<{ position: number | null; id: string | null; isKnown: boolean }>`
      select last_position as position, last_id as id, last_is_known as "isKnown"
      from projection_checkpoints where slot = 'live' and name = 'purses'`.execute(workbench.db)
    return rows[0]
  }

  async function followed(count: number): Promise<number> {
    const head = await appendPurses(workbench, count)
    await workbench.start()
    await workbench.untilPassed(head)
    return head
  }

  const failsBeyond = (position: number) =>
    eventually(async () => {
      const live = await workbench.slot('live')
      expect(live?.status).toBe('failed')
      expect(live?.error).toMatchObject({
        message: expect.stringContaining(`the event log ends before position ${position}`),
      })
    })

  test('stores position and id of the last event with its checkpoint', async () => {
    const head = await followed(700)
    expect(await lastEvent()).toEqual({ position: head, id: await workbench.store.idAt(head), isKnown: true })
  })

  test('fails if the log ends before its checkpoint, and recovers on its own once the log is back', async () => {
    const head = await followed(20)
    const { rows: lost } = await sql`select * from events where position > 10`.execute(workbench.db)
    await cutLogAfter(10)
    await failsBeyond(head)
    await sql`insert into events select * from jsonb_populate_recordset(null::events, ${JSON.stringify(lost)}::jsonb)`.execute(
      workbench.db,
    )
    await sql`update log_head set position = ${head}`.execute(workbench.db)
    const next = await appendPurses(workbench, 1)
    await workbench.untilPassed(next)
    expect((await workbench.slot('live'))?.status).toBe('live')
  })

  test('fails if the log has grown past its checkpoint with other events', async () => {
    const head = await appendPurses(workbench, 20)
    const runner = await workbench.start()
    await workbench.untilPassed(head)
    await runner.stop()
    await cutLogAfter(10)
    await appendPurses(workbench, 30)
    await workbench.start()
    await eventually(async () => expect((await workbench.slot('live'))?.status).toBe('failed'))
    expect((await createContinuity(workbench).check())?.message).toContain(
      `the event log has another event at position ${head}`,
    )
    expect((await workbench.slot('live'))?.position).toBe(head)
    await expect(workbench.operations().replay('purses')).rejects.toMatchObject({
      message: expect.stringContaining(`the event log has another event at position ${head}`),
    })
    expect(await workbench.slot('live')).toMatchObject({ status: 'failed', position: head })
  })

  test('adds the last event to a checkpoint of an earlier release if the log reaches it', async () => {
    const head = await followed(5)
    await sql`update projection_checkpoints set last_position = null, last_id = null, last_is_known = false`.execute(
      workbench.db,
    )
    expect(await createContinuity(workbench).check()).toBeUndefined()
    expect(await lastEvent()).toMatchObject({ position: head, isKnown: true })
  })

  test('treats a checkpoint of an earlier release as another log’s if the log ends before it', async () => {
    const head = await followed(5)
    await sql`update projection_checkpoints set last_position = null, last_id = null, last_is_known = false`.execute(
      workbench.db,
    )
    await cutLogAfter(2)
    expect((await createContinuity(workbench).check())?.message).toContain(`ends before position ${head}`)
    expect(await lastEvent()).toEqual({ position: null, id: null, isKnown: false })
  })
})
