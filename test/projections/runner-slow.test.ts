import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EventStore } from '#core/event-store/event-store.ts'
import type { Reactor } from '#core/projections/reactor.ts'
import { createReactorRunner } from '#core/projections/follow/reactor-runner.ts'
import { eventually } from '#test/support/eventually.ts'
import { appendPurses, openWorkbench, type Workbench } from '#test/support/projections/workbench.ts'

let workbench: Workbench

beforeEach(async () => {
  workbench = await openWorkbench()
  await workbench.pool.query('create table letters (number bigserial, event_position bigint not null)')
})

afterEach(() => workbench.dispose())

test('a slow handler blocks no other, does not accumulate events, reports its true lag, and loses nothing', async () => {
  const gate = Promise.withResolvers<void>()
  let [pages, tries] = [0, 0]
  const counting: EventStore = {
    ...workbench.store,
    readAll: (...asked) => {
      pages += 1
      return workbench.store.readAll(...asked)
    },
  }
  const slow: Reactor = {
    name: 'write-letters',
    types: ['CoinsAdded'],
    startsAt: 'beginning',
    async handle(events, trx) {
      tries += 1
      await gate.promise
      const positions = events.map(({ position }) => position)
      await sql`insert into letters (event_position) select unnest(${positions}::bigint[])`.execute(trx)
    },
  }
  await appendPurses(workbench, 2_000)
  const runner = createReactorRunner({ ...workbench.options([]), store: counting, reactors: [slow] })
  await runner.start()
  await workbench.start()
  try {
    await eventually(() => expect(tries).toBe(1))
    const last = await appendPurses(workbench, 2_000)
    await workbench.untilPassed(last)
    const { reactors } = await workbench.operations().status()
    expect(reactors).toMatchObject([{ name: 'write-letters', position: 0, lag: last }])
    // The page in progress, and the one after it; on a stalled machine the database ends its transaction.
    expect(pages).toBeLessThanOrEqual(2 * tries)
    gate.resolve()
    await workbench.untilPassed(last, 'write-letters')
    const { rows } = await workbench.pool.query<{ p: string }>(
      'select event_position as p from letters order by number',
    )
    const { events } = await workbench.store.readAll(0, { limit: 10_000, types: ['CoinsAdded'] })
    expect(rows.map(({ p }) => Number(p))).toEqual(events.map(({ position }) => position))
  } finally {
    gate.resolve()
    await runner.stop()
  }
})
