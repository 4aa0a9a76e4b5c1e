import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import {
  appendPurses,
  checkpointsIn,
  foldedPurses,
  openWorkbench,
  pursesIn,
  type Workbench,
} from '../support/projections/workbench.ts'
import { startReplayer, type Replayer } from '../support/projections/replayer.ts'
import { whileRunning } from '../support/while-running.ts'

let workbench: Workbench
let replayer: Replayer | undefined
/** Holds back the process to be killed at one moment of its swap. */
let gate: Client

beforeEach(async () => {
  workbench = await openWorkbench()
  gate = new Client({ connectionString: workbench.url })
  await gate.connect()
})
afterEach(async () => {
  await replayer?.kill()
  await gate.end()
  await workbench.dispose()
})

/** A lock of the gate; a session that reaches the trigger waits for it. */
const waiting = `
  create function wait_here() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(4711); return new; end'`
const holding = 'begin; select pg_advisory_xact_lock(4711)'

type Moment = { moment: string; trigger?: string; hold: string; leaves: 'old' | 'new' }

const moments: Moment[] = [
  {
    moment: 'before its transaction has written anything',
    hold: `begin; select from projection_checkpoints where slot = 'live' for update`,
    leaves: 'old',
  },
  {
    moment: 'in the middle of its transaction, when the schemas have been renamed',
    trigger: `create trigger held after update on projection_checkpoints
      for each row when (old.slot = 'live' and new.slot = 'prev') execute function wait_here()`,
    hold: holding,
    leaves: 'old',
  },
  {
    moment: 'when it has asked for the commit and has not heard of it',
    trigger: `create constraint trigger held after update on projection_checkpoints deferrable initially deferred
      for each row when (old.slot = 'next' and new.slot = 'live') execute function wait_here()`,
    hold: holding,
    leaves: 'new',
  },
  {
    moment: 'after its transaction, before it has tidied up',
    hold: 'begin; lock table read_purses_prev.purses in access share mode',
    leaves: 'new',
  },
]

/** Sessions of the replaying process, and how many of them are held back. */
async function sessions(): Promise<{ all: number; held: number }> {
  const { rows } = await workbench.pool.query(`
    select count(*) as all, count(*) filter (where wait_event_type = 'Lock') as held
    from pg_stat_activity where application_name = 'replayer-process' and datname = current_database()`)
  return rows[0]
}

describe('a replay that is killed at its swap', () => {
  test.each(moments)('$moment leaves whole rows, all of them $leaves, and can be resumed', async (at) => {
    const runner = await workbench.start()
    await workbench.untilPassed(await appendPurses(workbench, 300))
    await workbench.operations().replay('purses')
    await runner.stop()
    const fresh = await foldedPurses(workbench.store)
    await workbench.pool.query(`update read_purses.purses set owner = 'somebody, by hand'`)
    const rows = { old: await pursesIn(workbench), new: fresh }
    const reading = whileRunning(async () => expect([rows.old, rows.new]).toContainEqual(await pursesIn(workbench)))

    await workbench.pool.query(waiting)
    if (at.trigger !== undefined) await workbench.pool.query(at.trigger)
    await gate.query(at.hold)
    replayer = await startReplayer(workbench.url)
    await eventually(async () => expect((await sessions()).held).toBe(1))
    await replayer.kill()
    await gate.query('rollback')
    await eventually(async () => expect((await sessions()).all).toBe(0))
    expect(await pursesIn(workbench)).toEqual(rows[at.leaves])

    await eventually(() => workbench.operations().replay('purses', { resume: true }))
    expect(await reading.stop()).toBeGreaterThan(0)
    expect(await pursesIn(workbench)).toEqual(fresh)
    expect((await checkpointsIn(workbench)).map(({ slot }) => slot)).toEqual(['live', 'prev'])
    await workbench.start()
    await workbench.untilPassed(await appendPurses(workbench, 20))
    expect(await workbench.operations().verify('purses')).toMatchObject({ ok: true })
  })
})
