import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EngineUnavailable } from '#core/domain/errors.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import { EventFailure } from '#core/projections/follow/failures.ts'
import { eventually } from '#test/support/eventually.ts'
import { heldStore } from '#test/support/event-store/held-store.ts'
import { endLockSession } from '#test/support/postgres/lock-session.ts'
import {
  appendPurses,
  checkpointsIn,
  foldedPurses,
  openWorkbench,
  pursesIn,
  type Workbench,
} from '#test/support/projections/workbench.ts'
import { purseFolds, pursesProjection } from '#test/support/projections/purses.ts'
import { whileRunning } from '#test/support/while-running.ts'

let workbench: Workbench

beforeEach(async () => {
  workbench = await openWorkbench()
})

afterEach(() => workbench.dispose())

describe('a replay', () => {
  test('writes the same rows again, keeps the build it replaces, and changes the cache key', async () => {
    await workbench.start()
    await appendPurses(workbench, 700)
    const last = await workbench.append('others-1', ['Unrelated', {}])
    await workbench.untilPassed(last)
    await workbench.pool.query(`update read_purses.purses set coins = -1 where purse = 'p1'`)
    await workbench.operations().replay('purses')
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
    expect(await pursesIn(workbench, 'read_purses_prev')).toContainEqual(
      expect.objectContaining({ purse: 'p1', coins: -1 }),
    )
    expect((await checkpointsIn(workbench)).map((row) => [row.slot, row.position, row.changed])).toEqual([
      ['live', last, last],
      ['prev', last, expect.any(Number)],
    ])
  })

  test('neither loses, duplicates nor reorders events appended in the meantime, and the projector continues with it', async () => {
    await workbench.start()
    await appendPurses(workbench, 600)
    const appending = whileRunning(() => appendPurses(workbench, 20, 'q'))
    for (let turn = 0; turn < 3; turn++) await workbench.operations().replay('purses')
    await appending.stop()
    await workbench.untilPassed(await appendPurses(workbench, 20))
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
  })

  test('never goes back: everything that the live build has processed up to the swap is in the new one', async () => {
    await workbench.start()
    await workbench.untilPassed(await appendPurses(workbench, 20))
    await workbench.pool.query(`
      create table moves (number bigserial, position bigint);
      create function note_move() returns trigger language plpgsql as
        'begin insert into moves (position) values (new.position); return new; end';
      create trigger note_move after update on projection_checkpoints for each row
        when (new.slot = 'live') execute function note_move()`)
    let left = 2
    const store: EventStore = {
      ...workbench.store,
      async readAll(after, options) {
        const page = await workbench.store.readAll(after, options)
        // Each time the replay appears to be at the end, the live one processes another event.
        if (left-- > 0) await workbench.untilPassed(await appendPurses(workbench, 1))
        return page
      },
    }
    await workbench.operations({ store }).replay('purses')
    await workbench.untilPassed(await appendPurses(workbench, 1))
    const { rows } = await sql<{ position: number }>`select position from moves order by number`.execute(workbench.db)
    const positions = rows.map(({ position }) => position)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(left).toBeLessThan(0)
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
  })

  test('resumes from its position when the event log was unavailable for a while', async () => {
    await workbench.append('purses-1', ['CoinsAdded', { purse: 'kept', by: 1 }])
    await appendPurses(workbench, 1_600)
    let reads = 0
    const store: EventStore = {
      ...workbench.store,
      readAll(after, options) {
        reads += 1
        if (reads % 2 === 0) return Promise.reject(new EngineUnavailable('event store'))
        return workbench.store.readAll(after, options)
      },
    }
    await workbench.operations({ store }).replay('purses')
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
  })

  test('resumes from its position when the session that holds its lock was terminated', async () => {
    const last = await appendPurses(workbench, 1_200)
    let reads = 0
    const store: EventStore = {
      ...workbench.store,
      async readAll(after, options) {
        reads += 1
        if (reads === 2) await endLockSession(workbench)
        return workbench.store.readAll(after, options)
      },
    }
    expect(await workbench.operations({ store }).replay('purses')).toMatchObject({ position: last })
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
    expect(await workbench.slot('prev')).toBeDefined()
  })

  test('is invisible to readers: all rows are there at any moment', async () => {
    await workbench.operations().prepare()
    await workbench.start()
    await workbench.untilPassed(await appendPurses(workbench, 800))
    const sum = sql<{ rows: number; coins: number }>`
      select count(*) as rows, sum(coins)::bigint as coins from read_purses.purses`
    const whole = (await sum.execute(workbench.db)).rows
    const seen = new Set<string>()
    const reading = whileRunning(async () => seen.add(JSON.stringify((await sum.execute(workbench.db)).rows)))
    // On a slow machine a replay may pass between two reads, so replays repeat until enough reads have met them.
    for (let turn = 0; turn < 4 || reading.times() < 20; turn++) await workbench.operations().replay('purses')
    await reading.stop()
    expect([...seen]).toEqual([JSON.stringify(whole)])
  })

  test('reports its progress to every process', async () => {
    const last = await appendPurses(workbench, 1_200)
    await workbench.start()
    await workbench.untilPassed(last)
    const held = heldStore(workbench.store)
    const isHeld = held.hold()
    const percents: number[] = []
    const rebuilt = workbench.operations({ store: held.store }).replay('purses', {
      onProgress: ({ percent }) => percents.push(percent),
    })
    await isHeld
    const { projections } = await workbench.operations().status()
    expect(projections[0]).toMatchObject({ status: 'rebuilding', position: last, rebuild: { position: 0, percent: 0 } })
    held.release()
    await rebuilt
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(percents.at(-1)).toBe(100)
    expect((await workbench.operations().status()).projections[0]).toMatchObject({ status: 'live' })
  })

  test('is refused while another is in progress, in this process and in others', async () => {
    await appendPurses(workbench, 10)
    const held = heldStore(workbench.store)
    const isHeld = held.hold()
    const first = workbench.operations({ store: held.store })
    const rebuilt = first.replay('purses')
    await isHeld
    // One that is accepted waits at the held store without end, or builds: either way it is no refusal.
    const outcomes = [first, workbench.operations()].map((other) =>
      other.replay('purses').then(
        () => 'let in',
        (error: unknown) => error,
      ),
    )
    const refused = await Promise.all(outcomes)
    const requested = await workbench
      .operations()
      .requestReplay('purses')
      .catch((error: unknown) => error)
    held.release()
    await rebuilt
    for (const outcome of [...refused, requested]) expect(outcome).toMatchObject({ code: 'conflict' })
    await workbench.operations().replay('purses')
  })

  test('stops at an event that cannot be handled, names it, and leaves the live build unchanged', async () => {
    await workbench.operations().prepare()
    await workbench.start()
    const before = await appendPurses(workbench, 30)
    const odd = await workbench.append('purses-1', ['PurseLookedAt', { purse: 'a' }])
    const last = await appendPurses(workbench, 30)
    await workbench.untilPassed(last)
    const purses = pursesProjection()
    const projections = [{ ...purses, on: { ...purses.on, PurseLookedAt: purseFolds.PursePoisoned } }]
    const failure = await workbench
      .operations({ projections })
      .replay('purses')
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(EventFailure)
    expect(failure).toMatchObject({ event: { position: odd, type: 'PurseLookedAt' } })
    expect(await workbench.slot('next')).toMatchObject({
      position: before,
      status: 'failed',
      error: { event: { position: odd } },
    })
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
    expect((await workbench.operations().status()).projections[0]).toMatchObject({ status: 'live', position: last })
  })

  test('stops cleanly on request, and is resumed from its position', async () => {
    const last = await appendPurses(workbench, 1_200)
    await workbench.start()
    await workbench.untilPassed(last)
    const stopping = new AbortController()
    const delayAfter = () => {
      stopping.abort()
      return 0
    }
    const operations = workbench.operations({ backPressure: { isDue: () => false, delayAfter } })
    const broken = operations.replay('purses', { signal: stopping.signal })
    await expect(broken).rejects.toThrow(/abort/i)
    const left = await workbench.slot('next')
    expect(left).toMatchObject({ status: 'stopped' })
    expect(left?.position).toBeGreaterThan(0)
    const positions: number[] = []
    await workbench
      .operations()
      .replay('purses', { resume: true, onProgress: ({ position }) => positions.push(position) })
    expect(positions[0]).toBeGreaterThan(left?.position ?? last)
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
  })

  test('fails with the reason, and leaves the live build, if that is past the end of the log', async () => {
    await workbench.operations().prepare()
    await appendPurses(workbench, 5)
    await workbench.pool.query(`update projection_checkpoints set position = 1000`)
    await expect(workbench.operations().replay('purses')).rejects.toThrow('ends before position 1000')
    expect(await workbench.slot('next')).toMatchObject({ status: 'failed', position: 5 })
    expect(await workbench.slot('live')).toMatchObject({ position: 1_000 })
  })

  test('is run by the runner when another process has requested it', async () => {
    await workbench.start()
    await workbench.untilPassed(await appendPurses(workbench, 50))
    await workbench.pool.query('delete from read_purses.purses')
    await workbench.operations().requestReplay('purses')
    await eventually(async () => expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store)))
    await eventually(async () => expect(await workbench.slot('prev')).toBeDefined())
  })
})
