import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dyingDatabase } from '#test/support/postgres/dying-database.ts'
import { eventually } from '#test/support/eventually.ts'
import {
  appendPurses,
  foldedPurses,
  openWorkbench,
  pursesIn,
  type Workbench,
} from '#test/support/projections/workbench.ts'

let workbench: Workbench

beforeEach(async () => {
  workbench = await openWorkbench()
})

afterEach(() => workbench.dispose())

describe('a process that dies', () => {
  test('between any two statements of a replay leaves the live build whole, and the next replay succeeds', async () => {
    const runner = await workbench.start()
    await workbench.untilPassed(await appendPurses(workbench, 60))
    await runner.stop()
    const expected = await foldedPurses(workbench.store)
    let statements = 0
    for (let isOver = false; !isOver; statements++) {
      const dying = dyingDatabase(workbench.url, statements)
      const outcome = await workbench
        .operations({ db: dying.db })
        .replay('purses')
        .then(
          () => 'done',
          () => 'died',
        )
      await dying.close()
      isOver = !dying.isDead()
      expect(await pursesIn(workbench), `after ${statements} statements`).toEqual(expected)
      // The server takes a moment to notice that the session with the lock is gone.
      if (outcome === 'died')
        await eventually(() => workbench.operations().replay('purses', { resume: statements % 2 === 0 }))
      expect(await pursesIn(workbench), `repaired after ${statements} statements`).toEqual(expected)
    }
    // Schema, lock, build, pages, comparison and swap: a sweep of fewer statements has not met a whole replay.
    expect(statements).toBeGreaterThan(20)
    await workbench.start()
    await workbench.untilPassed(await appendPurses(workbench, 20))
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
  }, 360_000)

  test('in the middle of a replay is replaced by the runner, which continues from its position', async () => {
    const last = await appendPurses(workbench, 1_200)
    await workbench.operations().prepare()
    // How many statements precede the first page is a matter of time: some are heartbeats.
    let statements = 18
    await eventually(async () => {
      const dying = dyingDatabase(workbench.url, statements++)
      const outcome = await Promise.allSettled([workbench.operations({ db: dying.db }).replay('purses')])
      await dying.close()
      expect(outcome).toMatchObject([{ reason: new Error('killed') }])
      const next = await workbench.slot('next')
      expect(next?.status).toBe('building')
      expect(next?.position).toBeGreaterThan(0)
    })
    // Operators see it too, once the server has noticed that no process holds the lease.
    await eventually(async () => {
      const { projections } = await workbench.operations().status()
      expect(projections[0]).toMatchObject({ name: 'purses', unfinished: { status: 'stopped' } })
    })
    await workbench.start()
    await eventually(async () => expect(await workbench.slot('prev')).toBeDefined())
    await workbench.untilPassed(last)
    expect(await workbench.slot('next')).toBeUndefined()
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
  })
})
