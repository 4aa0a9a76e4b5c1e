import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { schemaOf } from '#core/projections/projection.ts'
import { eventually } from '#test/support/eventually.ts'
import {
  appendPurses,
  checkpointsIn,
  foldedPurses,
  openWorkbench,
  pursesIn,
} from '#test/support/projections/workbench.ts'
import type { Workbench } from '#test/support/projections/workbench.ts'
import { unavailableAfter } from '#test/support/projections/waiting-work.ts'

const ravi = { id: 'operator:ravi', name: 'ravi', role: 'SYSTEM' } as const

let workbench: Workbench

beforeEach(async () => {
  workbench = await openWorkbench()
  await workbench.start()
  await workbench.untilPassed(await appendPurses(workbench, 60))
})
afterEach(() => workbench.dispose())

const waiting = () => workbench.operations({ store: unavailableAfter(workbench.store, 10) })

const reached = (slot: string, position: number) =>
  eventually(async () =>
    expect(await checkpointsIn(workbench)).toContainEqual(expect.objectContaining({ slot, position })),
  )

const live = (name: string) => sql.table(`${schemaOf('purses')}.${name}`)

/** Makes each read of the live purses take an hour, as of a table of any size. */
async function holdComparison() {
  const { db } = workbench
  await sql`alter table ${live('purses')} rename to held`.execute(db)
  await sql`
    create view ${live('purses')} as select held.* from ${live('held')}, pg_sleep(3600)`.execute(db)
  return {
    async isWaiting() {
      const { rows } = await sql`select from pg_stat_activity where wait_event = 'PgSleep'
        and datname = current_database()`.execute(db)
      return rows.length > 0
    },
    async release() {
      await sql`drop view ${live('purses')}`.execute(db)
      await sql`alter table ${live('held')} rename to purses`.execute(db)
    },
  }
}

const failure = (error: unknown) => error

describe('an operator', () => {
  test('stops a replay that another process runs, even while it waits for an engine, and it can be resumed', async () => {
    const stopped = waiting().replay('purses').catch(failure)
    await reached('next', 10)
    await workbench.operations().stopReplay('purses', ravi)
    expect(await stopped).toMatchObject({ name: 'AbortError', by: ravi })
    const { projections } = await workbench.operations().status()
    expect(projections[0]).toMatchObject({ status: 'live', unfinished: { position: 10, status: 'stopped' } })
    await workbench.operations().replay('purses', { resume: true })
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
  })

  test('stops a verification and a dry run, of which nothing is left', async () => {
    for (const step of ['verify', 'dryRun'] as const) {
      const stopped = waiting()[step]('purses').catch(failure)
      await reached('verify', 10)
      await workbench.operations().stopComparison('purses', ravi)
      expect(await stopped).toMatchObject({ name: 'AbortError', by: ravi })
      expect(await checkpointsIn(workbench)).toHaveLength(1)
    }
    expect(await workbench.operations().verify('purses')).toMatchObject({ ok: true })
  })

  test.each(['verify', 'dryRun'] as const)('stops a %s while one long statement compares the rows', async (step) => {
    const held = await holdComparison()
    const stopped = workbench.operations()[step]('purses').catch(failure)
    await eventually(async () => expect(await held.isWaiting()).toBe(true))
    await workbench.operations().stopComparison('purses', ravi)
    expect(await stopped).toMatchObject({ name: 'AbortError', by: ravi })
    expect(await held.isWaiting()).toBe(false)
    expect(await checkpointsIn(workbench)).toHaveLength(1)
    await held.release()
    expect(await workbench.operations().verify('purses')).toMatchObject({ ok: true })
  })

  test('cannot stop what is not under way', async () => {
    const operations = workbench.operations()
    await expect(operations.stopReplay('purses', ravi)).rejects.toMatchObject({ code: 'conflict' })
    await expect(operations.stopComparison('purses', ravi)).rejects.toMatchObject({ code: 'conflict' })
    await expect(operations.stopReplay('nothing', ravi)).rejects.toMatchObject({ code: 'not-found' })
    await operations.replay('purses')
    await expect(operations.stopReplay('purses', ravi)).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('a replay that was requested', () => {
  test('is stopped before it has begun, and begins once it is requested again', async () => {
    const other = await openWorkbench()
    try {
      const runner = await other.start()
      const last = await appendPurses(other, 20)
      await other.untilPassed(last)
      await runner.stop()
      await other.operations().requestReplay('purses')
      await other.operations().stopReplay('purses', ravi)
      await other.start()
      await eventually(async () => expect(await other.slot('next')).toMatchObject({ status: 'stopped' }))
      await eventually(() => other.operations().requestReplay('purses'))
      await eventually(async () => expect(await other.slot('prev')).toMatchObject({ status: 'kept' }))
    } finally {
      await other.dispose()
    }
  })
})
