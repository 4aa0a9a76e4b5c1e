import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Rejection } from '#core/errors.ts'
import { EventFailure } from '#projections/runner/failures.ts'
import { createProjectionOperations } from '#projections/runner/operations.ts'
import {
  createProjectionRunner,
  type ProjectionRunner,
  type ProjectionRunnerOptions,
} from '#projections/runner/runner.ts'
import { dyingDatabase } from '#test/support/dying-database.ts'
import { eventually } from '#test/support/eventually.ts'
import { heldStore } from '#test/support/held-store.ts'
import {
  appendPurses,
  checkpointsIn,
  foldedPurses,
  openWorkbench,
  pursesIn,
  type Workbench,
} from '#test/support/projections.ts'
import { purseFolds, pursesProjection } from '#test/support/purses.ts'
import { whileRunning } from '#test/support/while-running.ts'

let workbench: Workbench
const started: ProjectionRunner[] = []

beforeEach(async () => {
  workbench = await openWorkbench()
})

afterEach(async () => {
  await Promise.all(started.splice(0).map((runner) => runner.stop()))
  await workbench.dispose()
})

async function start(changes: Partial<ProjectionRunnerOptions> = {}): Promise<ProjectionRunner> {
  const runner = createProjectionRunner({ ...workbench.options([pursesProjection()]), ...changes })
  started.push(runner)
  await runner.start()
  return runner
}

async function slot(name: 'live' | 'next' | 'prev') {
  return (await checkpointsIn(workbench)).find((row) => row.slot === name)
}

async function untilPassed(position: number): Promise<void> {
  await eventually(async () => expect((await slot('live'))?.position).toBeGreaterThanOrEqual(position))
}

function operations(changes: Partial<ProjectionRunnerOptions> = {}) {
  return createProjectionOperations({ ...workbench.options([pursesProjection()]), ...changes })
}

/** A version of the purses that counts double. */
function doubled() {
  const purses = pursesProjection({ version: 2 })
  const on = Object.fromEntries(
    Object.entries(purses.on).map(([type, fold]) => [
      type,
      {
        keys: fold.keys.bind(fold),
        evolve: (...[row, event, key]: Parameters<typeof fold.evolve>) => {
          const after = fold.evolve(row, event, key)
          return after && after !== row ? { ...after, coins: after.coins + 1_000 } : after
        },
      },
    ]),
  )
  return { ...purses, on }
}

describe('a rebuild', () => {
  test('makes the same rows anew, keeps what it replaces, and moves the cache key', async () => {
    await start()
    const last = await appendPurses(workbench, 700)
    await untilPassed(last)
    await workbench.pool.query(`update read_purses.purses set coins = -1 where purse = 'p1'`)
    await operations().rebuild('purses')
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
    expect(await pursesIn(workbench, 'read_purses_prev')).toContainEqual(
      expect.objectContaining({ purse: 'p1', coins: -1 }),
    )
    expect((await checkpointsIn(workbench)).map((row) => [row.slot, row.position, row.changed])).toEqual([
      ['live', last, last],
      ['prev', last, expect.any(Number)],
    ])
  })

  test('loses, doubles and reorders nothing of what is appended meanwhile, and the projector goes on with it', async () => {
    await start()
    await appendPurses(workbench, 600)
    const appending = whileRunning(() => appendPurses(workbench, 20, 'q'))
    for (let turn = 0; turn < 3; turn++) await operations().rebuild('purses')
    await appending.stop()
    await untilPassed(await appendPurses(workbench, 20))
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
  })

  test('is never seen by a reader: no moment without all the rows', async () => {
    await operations().prepare()
    await start()
    await untilPassed(await appendPurses(workbench, 800))
    const sum = sql<{ rows: number; coins: number }>`
      select count(*) as rows, sum(coins)::bigint as coins from read_purses.purses`
    const whole = (await sum.execute(workbench.db)).rows
    const seen = new Set<string>()
    const reading = whileRunning(async () => seen.add(JSON.stringify((await sum.execute(workbench.db)).rows)))
    for (let turn = 0; turn < 4; turn++) await operations().rebuild('purses')
    expect(await reading.stop()).toBeGreaterThan(20)
    expect([...seen]).toEqual([JSON.stringify(whole)])
  })

  test('tells how far it is, to every process', async () => {
    const last = await appendPurses(workbench, 1_200)
    await start()
    await untilPassed(last)
    const held = heldStore(workbench.store)
    const isHeld = held.hold()
    const percents: number[] = []
    const rebuilt = operations({ store: held.store }).rebuild('purses', {
      onProgress: ({ percent }) => percents.push(percent),
    })
    await isHeld
    const { projections } = await operations().status()
    expect(projections[0]).toMatchObject({ status: 'rebuilding', position: last, rebuild: { position: 0, percent: 0 } })
    held.letGo()
    await rebuilt
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(percents.at(-1)).toBe(100)
    expect((await operations().status()).projections[0]).toMatchObject({ status: 'live' })
  })

  test('is refused while another is under way, in this process and in others', async () => {
    await appendPurses(workbench, 10)
    const held = heldStore(workbench.store)
    const isHeld = held.hold()
    const first = operations({ store: held.store })
    const rebuilt = first.rebuild('purses')
    await isHeld
    const refusal = expect.objectContaining({ code: 'conflict' })
    await expect(first.rebuild('purses')).rejects.toEqual(refusal)
    await expect(operations().rebuild('purses')).rejects.toEqual(refusal)
    await expect(operations().ask('purses')).rejects.toBeInstanceOf(Rejection)
    held.letGo()
    await rebuilt
    await operations().rebuild('purses')
  })

  test('stops at an event that cannot be taken, names it, and leaves the live one as it was', async () => {
    await operations().prepare()
    await start()
    const before = await appendPurses(workbench, 30)
    const odd = await workbench.append('purses-1', ['PurseLookedAt', { purse: 'a' }])
    const last = await appendPurses(workbench, 30)
    await untilPassed(last)
    const purses = pursesProjection()
    const projections = [{ ...purses, on: { ...purses.on, PurseLookedAt: purseFolds.PursePoisoned } }]
    const failure = await operations({ projections })
      .rebuild('purses')
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(EventFailure)
    expect(failure).toMatchObject({ event: { position: odd, type: 'PurseLookedAt' } })
    expect(await slot('next')).toMatchObject({
      position: before,
      status: 'failed',
      error: { event: { position: odd } },
    })
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
    expect((await operations().status()).projections[0]).toMatchObject({ status: 'live', position: last })
  })

  test('stops cleanly when it is told to, and is resumed where it was', async () => {
    const last = await appendPurses(workbench, 1_200)
    await start()
    await untilPassed(last)
    const stopping = new AbortController()
    const broken = operations().rebuild('purses', { signal: stopping.signal, onProgress: () => stopping.abort() })
    await expect(broken).rejects.toThrow(/abort/i)
    const left = await slot('next')
    expect(left).toMatchObject({ status: 'stopped' })
    expect(left?.position).toBeGreaterThan(0)
    const positions: number[] = []
    await operations().rebuild('purses', { resume: true, onProgress: ({ position }) => positions.push(position) })
    expect(positions[0]).toBeGreaterThan(left?.position ?? last)
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
  })

  test('is done by the runner when another process has asked for it', async () => {
    await start()
    await untilPassed(await appendPurses(workbench, 50))
    await workbench.pool.query('delete from read_purses.purses')
    await operations().ask('purses')
    await eventually(async () => expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store)))
    await eventually(async () => expect(await slot('prev')).toBeDefined())
  })
})

describe('another version of the code', () => {
  test('is built beside while the old one is served, then takes its place', async () => {
    const first = await start()
    const last = await appendPurses(workbench, 200)
    await untilPassed(last)
    await first.stop()
    const old = await pursesIn(workbench)
    const held = heldStore(workbench.store)
    const isHeld = held.hold()
    await start({ projections: [doubled()], store: held.store })
    await isHeld
    expect(await pursesIn(workbench)).toEqual(old)
    expect((await operations({ projections: [doubled()] }).status()).projections[0]).toMatchObject({
      version: 1,
      status: 'rebuilding',
    })
    held.letGo()
    await eventually(async () => expect((await slot('prev'))?.position).toBe(last))
    const { projections } = await operations({ projections: [doubled()] }).status()
    expect(projections[0]).toMatchObject({ version: 2, position: last })
    await untilPassed(await workbench.append('purses-1', ['CoinsAdded', { purse: 'new', by: 1 }]))
    expect(await pursesIn(workbench)).toContainEqual(expect.objectContaining({ purse: 'new', coins: 1_001 }))
  })

  test('makes the old one step aside, also while it runs elsewhere', async () => {
    await start()
    await untilPassed(await appendPurses(workbench, 20))
    await start({ projections: [doubled()] })
    await eventually(async () => expect(await slot('prev')).toBeDefined())
    await untilPassed(await workbench.append('purses-1', ['CoinsAdded', { purse: 'new', by: 1 }]))
    expect(await pursesIn(workbench)).toContainEqual(expect.objectContaining({ purse: 'new', coins: 1_001 }))
  })

  test('is also a table of another shape under the same number', async () => {
    const first = await start()
    await untilPassed(await appendPurses(workbench, 20))
    await first.stop()
    const purses = pursesProjection()
    const { table } = purses.sink
    const sink = { kind: 'table' as const, table: { ...table, columns: { ...table.columns, thrice: 'bigint' } } }
    await start({ projections: [{ ...purses, sink }] })
    const look = () => workbench.pool.query('select thrice from read_purses.purses')
    await eventually(async () => expect((await look()).rowCount).toBeGreaterThan(0))
  })
})

describe('a process that dies', () => {
  test('between any two statements of a rebuild leaves the live one whole, and the next rebuild succeeds', async () => {
    const runner = await start()
    await untilPassed(await appendPurses(workbench, 60))
    await runner.stop()
    const expected = await foldedPurses(workbench.store)
    let statements = 0
    for (let isOver = false; !isOver; statements++) {
      const dying = dyingDatabase(workbench.url, statements)
      const outcome = await operations({ db: dying.db })
        .rebuild('purses')
        .then(
          () => 'done',
          () => 'died',
        )
      await dying.close()
      isOver = !dying.isDead()
      expect(await pursesIn(workbench), `after ${statements} statements`).toEqual(expected)
      // The server needs a moment to notice that the session with the lock is gone.
      if (outcome === 'died') await eventually(() => operations().rebuild('purses', { resume: statements % 2 === 0 }))
      expect(await pursesIn(workbench), `mended after ${statements} statements`).toEqual(expected)
    }
    expect(statements).toBeGreaterThan(20)
    await start()
    await untilPassed(await appendPurses(workbench, 20))
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
  }, 120_000)

  test('in the middle of a rebuild is replaced by the runner, which goes on where it was', async () => {
    const last = await appendPurses(workbench, 1_200)
    await operations().prepare()
    const dying = dyingDatabase(workbench.url, 18)
    await expect(operations({ db: dying.db }).rebuild('purses')).rejects.toThrow('killed')
    await dying.close()
    expect(await slot('next')).toMatchObject({ status: 'building' })
    await start()
    await eventually(async () => expect(await slot('prev')).toBeDefined())
    await untilPassed(last)
    expect(await slot('next')).toBeUndefined()
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
  })
})
