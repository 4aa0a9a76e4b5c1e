import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ReplayOutcome } from '#core/projections/rebuild/replay-requests.ts'
import { eventually } from '#test/support/eventually.ts'
import { heldStore } from '#test/support/event-store/held-store.ts'
import { appendPurses, openWorkbench, pursesIn, type Workbench } from '#test/support/projections/workbench.ts'
import { pursesProjection } from '#test/support/projections/purses.ts'

let workbench: Workbench

beforeEach(async () => {
  workbench = await openWorkbench()
})

afterEach(() => workbench.dispose())

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

describe('another version of the code', () => {
  test('that cannot even start is marked as failed once, and reported once', async () => {
    const first = await workbench.start()
    await workbench.untilPassed(await appendPurses(workbench, 20))
    await first.stop()
    const purses = pursesProjection({ version: 2 })
    const { table } = purses.sink
    const sink = { kind: 'table' as const, table: { ...table, columns: { ...table.columns, odd: 'no_such_type' } } }
    const outcomes: ReplayOutcome[] = []
    const onReplayed = (_name: string, outcome: ReplayOutcome) => Promise.resolve(void outcomes.push(outcome))
    const second = await workbench.start({ projections: [{ ...purses, sink }], onReplayed })
    await eventually(async () => expect(await workbench.slot('next')).toMatchObject({ status: 'failed' }))
    await eventually(() => expect(outcomes).toMatchObject([{ error: expect.any(Error) }]))
    await second.stop()
    expect(outcomes).toHaveLength(1)
    expect(JSON.stringify((await workbench.slot('next'))?.error)).toContain('no_such_type')
    expect((await pursesIn(workbench)).length).toBeGreaterThan(0)
  })

  test('is built while the old one is served, then replaces it', async () => {
    const first = await workbench.start()
    const last = await appendPurses(workbench, 200)
    await workbench.untilPassed(last)
    await first.stop()
    const old = await pursesIn(workbench)
    const held = heldStore(workbench.store)
    const isHeld = held.hold()
    await workbench.start({ projections: [doubled()], store: held.store })
    await isHeld
    expect(await pursesIn(workbench)).toEqual(old)
    expect((await workbench.operations({ projections: [doubled()] }).status()).projections[0]).toMatchObject({
      version: 1,
      status: 'rebuilding',
    })
    held.release()
    await eventually(async () => expect((await workbench.slot('prev'))?.position).toBe(last))
    const { projections } = await workbench.operations({ projections: [doubled()] }).status()
    expect(projections[0]).toMatchObject({ version: 2, position: last })
    await workbench.untilPassed(await workbench.append('purses-1', ['CoinsAdded', { purse: 'new', by: 1 }]))
    expect(await pursesIn(workbench)).toContainEqual(expect.objectContaining({ purse: 'new', coins: 1_001 }))
  })

  test('makes the old one idle, even while it runs elsewhere', async () => {
    await workbench.start()
    await workbench.untilPassed(await appendPurses(workbench, 20))
    await workbench.start({ projections: [doubled()] })
    await eventually(async () => expect(await workbench.slot('prev')).toBeDefined())
    await workbench.untilPassed(await workbench.append('purses-1', ['CoinsAdded', { purse: 'new', by: 1 }]))
    expect(await pursesIn(workbench)).toContainEqual(expect.objectContaining({ purse: 'new', coins: 1_001 }))
  })

  test('can also be a table of another shape under the same number', async () => {
    const first = await workbench.start()
    await workbench.untilPassed(await appendPurses(workbench, 20))
    await first.stop()
    const purses = pursesProjection()
    const { table } = purses.sink
    const sink = { kind: 'table' as const, table: { ...table, columns: { ...table.columns, thrice: 'bigint' } } }
    await workbench.start({ projections: [{ ...purses, sink }] })
    const look = () => workbench.pool.query('select thrice from read_purses.purses')
    await eventually(async () => expect((await look()).rowCount).toBeGreaterThan(0))
  })
})
