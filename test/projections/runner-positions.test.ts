import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { openListener, type Listener } from '#core/database/listener.ts'
import {
  createProjectionPositions,
  type PositionsOptions,
  type ProjectionPositions,
} from '#core/projections/checkpoints/positions.ts'
import type { ProjectionRunner } from '#core/projections/follow/projection-runner.ts'
import { eventually } from '#test/support/eventually.ts'
import { heldStore } from '#test/support/event-store/held-store.ts'
import { appendPurses, openWorkbench, type Workbench } from '#test/support/projections/workbench.ts'

let workbench: Workbench
let runner: ProjectionRunner
let held: ReturnType<typeof heldStore>
const opened: ProjectionPositions[] = []

beforeEach(async () => {
  workbench = await openWorkbench()
  held = heldStore(workbench.store)
  runner = await workbench.start({ store: held.store })
})

afterEach(async () => {
  for (const positions of opened.splice(0)) positions.stop()
  held.release()
  await workbench.dispose()
})

async function open(changes: Partial<PositionsOptions> = {}): Promise<ProjectionPositions> {
  const { db, listener } = workbench
  const positions = createProjectionPositions({ db, listener, names: ['purses'], ...changes })
  opened.push(positions)
  await positions.start()
  return positions
}

/** Waits longer than a reader would: a busy machine is no fault. */
const passed = (positions: ProjectionPositions, position: number) => positions.waitFor('purses', position, 10_000)

const add = () => workbench.append('purses-1', ['CoinsAdded', { purse: 'a', by: 1 }])

/** A listener that receives no notifications. */
const deaf: Listener = { listen: () => () => undefined, close: () => Promise.resolve() }
const rarely = { pollMs: 3_600_000, maxAgeMs: 7_200_000 }

describe('the positions of the projections', () => {
  test('let a reader wait for its own write', async () => {
    const positions = await open({ timing: rarely })
    const position = await add()
    expect(await passed(positions, position)).toBe(true)
    expect(await passed(positions, position)).toBe(true)
  })

  test('end the long pause of a busy projector as soon as a reader waits', async () => {
    await runner.stop()
    const { timing } = workbench.options([])
    await workbench.start({ timing: { ...timing, busyIdleDelayMs: 3_600_000 } })
    await workbench.untilPassed(await appendPurses(workbench, 400))
    const positions = await open()
    for (let round = 0; round < 3; round++) {
      expect(await passed(positions, await appendPurses(workbench, 300))).toBe(true)
    }
  })

  test('report a timeout to a reader that waits in vain', async () => {
    const positions = await open()
    const isHeld = held.hold()
    const position = await add()
    await isHeld
    expect(await positions.waitFor('purses', position, 20)).toBe(false)
    expect(await positions.waitFor('unheard-of', 0, 20)).toBe(false)
  })

  test('release waiting readers when they stop', async () => {
    const positions = await open()
    const waiting = positions.waitFor('purses', 1_000, 3_600_000)
    positions.stop()
    expect(await waiting).toBe(false)
  })

  test('return another stamp after each event that changes a row, and the same one after others', async () => {
    const positions = await open({ timing: rarely })
    const first = await add()
    expect(await passed(positions, first)).toBe(true)
    const stamp = positions.stamp('purses')
    const looked = await workbench.append('purses-1', ['PurseLookedAt', { purse: 'a' }])
    expect(await passed(positions, looked)).toBe(true)
    expect(positions.stamp('purses')).toBe(stamp)
    const second = await add()
    expect(await passed(positions, second)).toBe(true)
    expect(positions.stamp('purses')).not.toBe(stamp)
  })

  test('return another stamp after a swap, which may change rows without any event', async () => {
    const positions = await open({ timing: rarely })
    const position = await add()
    expect(await passed(positions, position)).toBe(true)
    const stamp = positions.stamp('purses')
    await workbench.operations().replay('purses')
    await eventually(() => expect(positions.stamp('purses')).not.toBe(stamp))
  })

  test('list the projections that lag behind a head', async () => {
    const positions = await open({ names: ['purses', 'nobody'] })
    const position = await add()
    expect(await passed(positions, position)).toBe(true)
    expect(positions.behind(position)).toEqual(['nobody'])
    const own = await open()
    expect(own.behind(position)).toEqual([])
    expect(own.behind(position + 1)).toEqual(['purses'])
  })

  test('are refreshed by polling if no notification arrives', async () => {
    const positions = await open({ listener: deaf, timing: { pollMs: 20, maxAgeMs: 60_000 } })
    expect(await passed(positions, await add())).toBe(true)
  })

  test('are requested again after the listener has reconnected', async () => {
    const listener = openListener(workbench.url, 'cut off')
    const positions = await open({ listener, timing: rarely })
    const cutOff = () =>
      workbench.pool.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'cut off' and datname = current_database()`)
    await eventually(async () => expect((await cutOff()).rowCount).toBe(1))
    expect(await passed(positions, await add())).toBe(true)
    await listener.close()
  })

  test('follow the database back if a crash has undone the last moves', async () => {
    const positions = await open({ timing: { pollMs: 20, maxAgeMs: 60_000 } })
    const position = await add()
    expect(await passed(positions, position)).toBe(true)
    await runner.stop()
    await workbench.pool.query('update projection_checkpoints set position = position - 1')
    await eventually(() => expect(positions.behind(position)).toEqual(['purses']))
  })

  test('are dropped when the database does not respond, rather than served indefinitely', async () => {
    const database = openDatabase(workbench.url, { applicationName: 'reader' })
    const positions = await open({ db: database.db, listener: deaf, timing: { pollMs: 20, maxAgeMs: 200 } })
    expect(await passed(positions, await add())).toBe(true)
    await eventually(() => expect(positions.stamp('purses')).toBeDefined())
    await database.close()
    await eventually(() => expect(positions.stamp('purses')).toBeUndefined())
    expect(positions.behind(0)).toEqual(['purses'])
  })
})
