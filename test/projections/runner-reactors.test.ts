import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Reactor, RowReactor } from '#core/projections/reactor.ts'
import {
  createReactorRunner,
  type ReactorRunner,
  type ReactorRunnerOptions,
} from '#core/projections/follow/reactor-runner.ts'
import { dyingDatabase } from '#test/support/postgres/dying-database.ts'
import { eventually } from '#test/support/eventually.ts'
import { heldStore } from '#test/support/event-store/held-store.ts'
import { endLockSession } from '#test/support/postgres/lock-session.ts'
import { appendPurses, openWorkbench, type Workbench } from '#test/support/projections/workbench.ts'

let workbench: Workbench
const started: ReactorRunner[] = []

beforeEach(async () => {
  workbench = await openWorkbench()
  await workbench.pool.query('create table letters (number bigserial, event_position bigint not null)')
})

afterEach(async () => {
  await Promise.all(started.splice(0).map((runner) => runner.stop()))
  await workbench.dispose()
})

/** Writes a letter for each event; without a key, so that a duplicate shows. */
function writeLetters(changes: Partial<RowReactor> = {}): RowReactor {
  return {
    name: 'write-letters',
    types: ['CoinsAdded'],
    startsAt: 'beginning',
    async handle(events, trx) {
      const positions = events.map(({ position }) => position)
      await sql`insert into letters (event_position) select unnest(${positions}::bigint[])`.execute(trx)
    },
    ...changes,
  }
}

async function start(reactor: Reactor, changes: Partial<ReactorRunnerOptions> = {}): Promise<ReactorRunner> {
  const runner = createReactorRunner({ ...workbench.options([]), reactors: [reactor], ...changes })
  started.push(runner)
  await runner.start()
  return runner
}

async function letters(): Promise<number[]> {
  const { rows } = await sql<{ event_position: number }>`select event_position from letters order by number`.execute(
    workbench.db,
  )
  return rows.map((row) => row.event_position)
}

const checkpoint = () => workbench.slot('live', 'write-letters')
const untilPassed = (position: number) => workbench.untilPassed(position, 'write-letters')

const add = () => workbench.append('purses-1', ['CoinsAdded', { purse: 'a', by: 1 }])

async function addedPositions(): Promise<number[]> {
  const { events } = await workbench.store.readAll(0, { limit: 100_000, types: ['CoinsAdded'] })
  return events.map(({ position }) => position)
}

describe('a reactor', () => {
  test('handles each event of its types once, in order', async () => {
    await appendPurses(workbench, 60)
    await start(writeLetters())
    await untilPassed(await appendPurses(workbench, 60))
    expect(await letters()).toEqual(await addedPositions())
  })

  test('that starts at the head skips events from before the shop first ran it', async () => {
    await add()
    const first = await start(writeLetters({ startsAt: 'head' }))
    const second = await add()
    await untilPassed(second)
    await first.stop()
    const third = await add()
    await start(writeLetters({ startsAt: 'head' }))
    await untilPassed(third)
    expect(await letters()).toEqual([second, third])
  })

  test('writes once, whichever statement its process dies after', async () => {
    for (let statements = 8; statements < 30; statements++) {
      const dying = dyingDatabase(workbench.url, statements)
      const runner = await start(writeLetters(), { db: dying.db })
      await add()
      await eventually(async () => expect(dying.isDead() || (await checkpoint())?.status === 'live').toBe(true))
      await runner.stop()
      await dying.close()
    }
    await start(writeLetters())
    await untilPassed(await add())
    expect(await letters()).toEqual(await addedPositions())
  })

  test('that was suspended midway writes nothing when it resumes after another has taken over', async () => {
    const held = heldStore(workbench.store)
    await start(writeLetters(), { store: held.store })
    await untilPassed(await add())
    const isHeld = held.hold()
    const second = await add()
    await isHeld
    const other = await start(writeLetters())
    await endLockSession(workbench)
    await untilPassed(second)
    held.release()
    await other.stop()
    await untilPassed(await add())
    expect(await letters()).toEqual([1, 2, 3])
  })

  test('leaves nothing of an event that it cannot handle, and continues when it is retried', async () => {
    let isBroken = true
    const letter = writeLetters()
    const runner = await start({
      ...letter,
      async handle(events, trx) {
        await letter.handle(events, trx)
        if (isBroken && events.some(({ position }) => position === 2)) throw new Error('no ink')
      },
    })
    await add()
    await add()
    const last = await add()
    await eventually(async () => expect((await checkpoint())?.status).toBe('failed'))
    expect(await letters()).toEqual([1])
    expect((await runner.status()).projections).toMatchObject([
      { name: 'write-letters', status: 'failed', position: 1, error: { message: 'no ink', event: { position: 2 } } },
    ])
    expect(await workbench.operations().status()).toMatchObject({
      reactors: [{ name: 'write-letters', status: 'failed', error: { message: 'no ink', event: { position: 2 } } }],
    })
    isBroken = false
    expect(await workbench.operations().retry('write-letters')).toBe(true)
    await untilPassed(last)
    expect(await letters()).toEqual([1, 2, 3])
    for (const them of [runner, workbench.operations()]) expect(await them.retry('write-letters')).toBe(false)
  })

  test('is not touched by a replay of the projections', async () => {
    await start(writeLetters())
    await untilPassed(await appendPurses(workbench, 30))
    const before = await letters()
    const operations = workbench.operations()
    await operations.prepare()
    await operations.replay('purses')
    await untilPassed(await workbench.append('purses-1', ['PurseLost', { purse: 'a' }]))
    expect(await letters()).toEqual(before)
    expect((await operations.status()).projections.map(({ name }) => name)).toEqual(['purses'])
  })
})

describe('a reactor of commands', () => {
  test('issues them before its checkpoint moves, and again after a failure', async () => {
    const issued: number[] = []
    let isBroken = true
    const runner = await start({
      name: 'write-letters',
      types: ['CoinsAdded'],
      startsAt: 'beginning',
      async issue(events) {
        issued.push(...events.map(({ position }) => position))
        if (isBroken) throw new Error('no ink')
      },
    })
    const first = await add()
    await eventually(async () => expect(await checkpoint()).toMatchObject({ status: 'failed', position: 0 }))
    isBroken = false
    await runner.retry('write-letters')
    const second = await add()
    await untilPassed(second)
    expect(issued.length).toBeGreaterThan(2)
    expect([...new Set(issued)]).toEqual([first, second])
    expect(issued.filter((position) => position === second)).toEqual([second])
  })
})
