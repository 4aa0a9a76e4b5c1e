import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TableProjection } from '#core/projections/projection.ts'
import type { JsonObject } from '#core/event-store/event-store.ts'
import { openWorkbench, type Workbench } from '#test/support/projections/workbench.ts'
import { pursesProjection, type PurseRow } from '#test/support/projections/purses.ts'
import { randomFrom } from '#test/support/random.ts'
import { whileRunning } from '#test/support/while-running.ts'

let workbench: Workbench

beforeEach(async () => {
  workbench = await openWorkbench()
})

afterEach(() => workbench.dispose())

const plain = pursesProjection()

/** The purses, with the number of those that hold coins by their owner. */
const purses: TableProjection<PurseRow> = {
  ...plain,
  sink: {
    ...plain.sink,
    table: {
      ...plain.sink.table,
      totals: [
        { name: 'totals', by: 'owner', where: 'coins > 0 and owner is not null' },
        { name: 'sizes', by: "coins / 3 || '/' || coalesce(owner, '')", where: 'coins > 0' },
      ],
    },
  },
}

const operations = () => workbench.operations({ projections: [purses] })
const start = () => workbench.start({ projections: [purses] })

type Event = readonly [type: string, data: JsonObject]

/** Purses are filled, emptied, given to others and lost. */
function anyEvent(random: () => number): Event {
  const one = (letters: string) => letters[Math.floor(random() * letters.length)] ?? ''
  const purse = one('abcdefgh')
  const events: Event[] = [
    ['CoinsAdded', { purse, by: 1 }],
    ['CoinsMoved', { from: purse, to: one('abcdefgh'), by: 1 }],
    ['PurseOwned', { purse, owner: one('xyz') }],
    ['PurseOwned', { purse, owner: one('xyz') }],
    ['PurseOwned', { purse, owner: null }],
    ['PurseLost', { purse }],
    ['PurseLookedAt', { purse }],
  ]
  return events[Math.floor(random() * events.length)] ?? ['PurseLost', { purse }]
}

async function append(random: () => number, count: number): Promise<number> {
  const events = Array.from({ length: count }, () => anyEvent(random))
  return workbench.append(`purses-${Math.floor(random() * 1e9)}`, ...events)
}

/** After these, one purse counts for sure. */
const owned: Event[] = [
  ['PurseLost', { purse: 'a' }],
  ['CoinsAdded', { purse: 'a', by: 1 }],
  ['PurseOwned', { purse: 'a', owner: 'x' }],
]

async function totals(): Promise<{ kept: unknown[]; counted: unknown[] }> {
  const kept = await workbench.pool.query(
    'select value, total from read_purses.purses_totals where total <> 0 order by value',
  )
  const counted = await workbench.pool.query(`
    select owner as value, count(*) as total from read_purses.purses where coins > 0 and owner is not null
    group by owner order by owner`)
  return { kept: kept.rows, counted: counted.rows }
}

async function expectRightTotals(): Promise<void> {
  const { kept, counted } = await totals()
  expect(kept).toEqual(counted)
}

describe('stored totals', () => {
  test.each([1, 2, 3])(
    'equal a count after a random history, dry runs, replays and rollbacks (seed %i)',
    async (seed) => {
      const random = randomFrom(seed)
      await start()
      for (let round = 0; round < 4; round++) {
        for (let page = 0; page < 6; page++) await workbench.untilPassed(await append(random, 1 + page * 9))
        await expectRightTotals()
        await operations().dryRun('purses')
        await operations().replay('purses')
        await expectRightTotals()
      }
      await operations().rollBack('purses')
      await append(random, 50)
      await workbench.untilPassed(await workbench.append('purses-1', ...owned))
      await expectRightTotals()
      expect((await totals()).kept).toContainEqual({ value: 'x', total: expect.anything() })
      expect(await operations().verify('purses')).toMatchObject({ ok: true })
    },
  )

  test('equal a count where two processes follow the log while it is replayed', async () => {
    const random = randomFrom(4)
    const [first] = [await start(), await start()]
    const appending = whileRunning(() => append(random, 20))
    await operations().replay('purses')
    await first.stop()
    await operations().replay('purses')
    expect(await appending.stop()).toBeGreaterThan(0)
    await workbench.untilPassed(await append(random, 20))
    await expectRightTotals()
  })

  test('are compared by a verification, which names those that are wrong, and put right by a replay', async () => {
    await start()
    await workbench.untilPassed(await append(randomFrom(5), 200))
    await workbench.pool.query(`
      insert into read_purses.purses_totals values ('x', 7), ('stranger', 1)
      on conflict (value) do update set total = purses_totals.total + 7`)
    expect(await operations().verify('purses')).toMatchObject({
      ok: false,
      different: ['total of "stranger"', 'total of "x"'],
    })
    await operations().replay('purses')
    expect(await operations().verify('purses')).toMatchObject({ ok: true, different: [] })
  })
})
