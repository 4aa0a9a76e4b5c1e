import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EngineUnavailable } from '#core/domain/errors.ts'
import type { EventStore, JsonObject } from '#core/event-store/event-store.ts'
import { schemaOf } from '#core/projections/projection.ts'
import { eventually } from '#test/support/eventually.ts'
import {
  appendPurses,
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

const purse = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const anyEvent: fc.Arbitrary<[string, JsonObject]> = fc.oneof(
  fc.record({ purse, by: fc.integer({ min: 1, max: 9 }) }).map((data): [string, JsonObject] => ['CoinsAdded', data]),
  fc
    .record({ from: purse, to: purse, by: fc.integer({ min: 1, max: 9 }) })
    .map((data): [string, JsonObject] => ['CoinsMoved', data]),
  fc
    .record({ purse, owner: fc.option(fc.constantFrom('Asha', 'O\'Hara \\ "ü" ₹')) })
    .map((data): [string, JsonObject] => ['PurseOwned', data]),
  purse.map((of): [string, JsonObject] => ['PurseLookedAt', { purse: of }]),
  purse.map((of): [string, JsonObject] => ['PurseLost', { purse: of }]),
  purse.map((of): [string, JsonObject] => ['Unrelated', { purse: of }]),
)

describe('following the log', () => {
  test('makes the table equal to the fold, for any events in any bursts', async () => {
    await workbench.start()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyEvent, { minLength: 1, maxLength: 12 }), { maxLength: 8 }),
        async (bursts) => {
          let last = 0
          for (const [index, burst] of bursts.entries()) last = await workbench.append(`purses-${index}`, ...burst)
          await workbench.untilPassed(last)
          expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
        },
      ),
      { seed: 20261120, numRuns: 15 },
    )
  })

  test('catches up over many pages, some of which contain nothing for it', async () => {
    await appendPurses(workbench, 1_300)
    for (let batch = 0; batch < 4; batch++) {
      await workbench.append('others-1', ...Array.from({ length: 300 }, (): [string, JsonObject] => ['Unrelated', {}]))
    }
    const last = await appendPurses(workbench, 700)
    await workbench.start()
    await workbench.untilPassed(last)
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
    await eventually(async () => expect(await workbench.slot('live')).toMatchObject({ status: 'live', position: last }))
  })

  test('moves the checkpoint past events that change nothing, and reports the last one that did', async () => {
    await workbench.start()
    const changing = await workbench.append('purses-1', ['CoinsAdded', { purse: 'a', by: 1 }])
    const last = await workbench.append('purses-1', ['PurseLookedAt', { purse: 'a' }], ['Unrelated', {}])
    await workbench.untilPassed(last)
    expect(await workbench.slot('live')).toMatchObject({ position: last, changed: changing })
  })

  test('continues from its position after a restart', async () => {
    const first = await workbench.start()
    await workbench.untilPassed(await workbench.append('purses-1', ['CoinsAdded', { purse: 'a', by: 1 }]))
    await first.stop()
    const last = await workbench.append('purses-1', ['CoinsAdded', { purse: 'a', by: 2 }])
    expect((await workbench.slot('live'))?.position).toBe(last - 1)
    await workbench.start()
    await workbench.untilPassed(last)
    expect(await pursesIn(workbench)).toMatchObject([{ purse: 'a', coins: 3 }])
  })

  test('reads again from a checkpoint that was set back, without a new event or a notification', async () => {
    await workbench.start()
    await workbench.untilPassed(await workbench.append('purses-1', ['CoinsAdded', { purse: 'a', by: 1 }]))
    await workbench.db.transaction().execute(async (trx) => {
      await sql`delete from ${sql.table(`${schemaOf('purses')}.purses`)}`.execute(trx)
      await sql`
        update projection_checkpoints set position = 0, last_position = null, last_id = null, last_is_known = false
        where name = 'purses' and slot = 'live'`.execute(trx)
    })
    await eventually(async () => expect(await pursesIn(workbench)).toMatchObject([{ coins: 1 }]))
  })

  test('wakes for an event at once, without waiting for a poll', async () => {
    await workbench.start({ timing: { pollMs: 3_600_000 } })
    await workbench.untilPassed(await workbench.append('purses-1', ['CoinsAdded', { purse: 'a', by: 1 }]))
    await workbench.untilPassed(await workbench.append('purses-1', ['CoinsAdded', { purse: 'a', by: 1 }]))
    expect(await pursesIn(workbench)).toMatchObject([{ coins: 2 }])
  })
})

describe('an event that cannot be handled', () => {
  const other = pursesProjection({
    name: 'other-purses',
    on: {
      CoinsAdded: { keys: () => [], evolve: () => undefined },
    },
  })

  test('fails its own projection, with the event and the error, after all events before it; others continue', async () => {
    const before = await appendPurses(workbench, 40)
    const poisoned = await workbench.append('purses-1', ['PursePoisoned', { purse: 'a' }])
    const last = await appendPurses(workbench, 40)
    await workbench.start({ projections: [pursesProjection(), other] })
    await eventually(async () => expect((await workbench.slot('live'))?.status).toBe('failed'))
    expect(await workbench.slot('live')).toMatchObject({
      position: before,
      error: {
        message: 'this purse is poisoned',
        event: { position: poisoned, stream: 'purses-1', revision: 0, type: 'PursePoisoned' },
      },
    })
    await workbench.untilPassed(last, 'other-purses')
    const { projections } = await workbench.operations({ projections: [pursesProjection(), other] }).status()
    expect(projections.map(({ status }) => status)).toEqual(['failed', 'live'])
  })

  test('is passed once the fixed code starts', async () => {
    const poisoned = await workbench.append('purses-1', ['PursePoisoned', { purse: 'a' }])
    const first = await workbench.start()
    await eventually(async () => expect((await workbench.slot('live'))?.status).toBe('failed'))
    await first.stop()
    const fixed = pursesProjection()
    const on = { ...fixed.on, PursePoisoned: { keys: () => [], evolve: () => undefined } }
    await workbench.start({ projections: [{ ...fixed, on }] })
    await workbench.untilPassed(poisoned)
    expect(await workbench.slot('live')).toMatchObject({ status: 'live', error: null })
  })

  test('is retried when an operator requests it from another process', async () => {
    let isPoisoned = true
    const { on, ...purses } = pursesProjection()
    const evolve = () => {
      if (isPoisoned) throw new Error('not yet')
      return undefined
    }
    const projections = [{ ...purses, on: { ...on, PursePoisoned: { keys: () => ['a'], evolve } } }]
    const poisoned = await workbench.append('purses-1', ['PursePoisoned', { purse: 'a' }])
    await workbench.start({ projections })
    await eventually(async () => expect((await workbench.slot('live'))?.status).toBe('failed'))
    isPoisoned = false
    const operator = workbench.operations({ projections })
    expect(await operator.retry('purses')).toBe(true)
    await workbench.untilPassed(poisoned)
    expect(await operator.retry('purses')).toBe(false)
  })

  test('can be one that the database rejects', async () => {
    const unheard = await workbench.append('purses-1', ['CoinsAdded', { purse: 'a', by: 1.5 }])
    await workbench.start()
    await eventually(async () => expect((await workbench.slot('live'))?.status).toBe('failed'))
    expect(await workbench.slot('live')).toMatchObject({
      position: unheard - 1,
      error: { event: { position: unheard } },
    })
  })

  test('can be one that cannot be read', async () => {
    await workbench.append('purses-1', ['CoinsAdded', { purse: 'a', by: 1 }], ['CoinsAdded', { purse: 'a', by: 2 }])
    await workbench.pool.query('alter table events disable trigger user')
    await workbench.pool.query(`update events set metadata = '[]' where position = 2`)
    await workbench.start()
    await eventually(async () => expect((await workbench.slot('live'))?.status).toBe('failed'))
    expect(await workbench.slot('live')).toMatchObject({
      position: 1,
      error: { event: { position: 2, type: 'CoinsAdded' } },
    })
    expect(await pursesIn(workbench)).toMatchObject([{ coins: 1 }])
  })
})

describe('an engine that does not respond', () => {
  test('is waited for, and is not a failure', async () => {
    let refusals = 5
    const store: EventStore = {
      ...workbench.store,
      readAll(after, options) {
        if (refusals-- > 0) return Promise.reject(new EngineUnavailable('event store'))
        return workbench.store.readAll(after, options)
      },
    }
    const last = await workbench.append('purses-1', ['CoinsAdded', { purse: 'a', by: 1 }])
    await workbench.start({ store })
    await workbench.untilPassed(last)
    expect(await workbench.slot('live')).toMatchObject({ status: 'live', error: null })
  })

  test('may close every connection: the follower continues on its own', async () => {
    await workbench.start()
    await workbench.untilPassed(await workbench.append('purses-1', ['CoinsAdded', { purse: 'a', by: 1 }]))
    await workbench.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await workbench.untilPassed(await workbench.append('purses-1', ['CoinsAdded', { purse: 'a', by: 2 }]))
    expect(await pursesIn(workbench)).toMatchObject([{ coins: 3 }])
    expect(await workbench.slot('live')).toMatchObject({ status: 'live' })
  })
})
