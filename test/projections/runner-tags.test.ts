import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Listener } from '#core/database/listener.ts'
import { createProjectionPositions, type ProjectionPositions } from '#core/projections/checkpoints/positions.ts'
import type { TableProjection } from '#core/projections/projection.ts'
import { eventually } from '#test/support/eventually.ts'
import { openWorkbench, type Workbench } from '#test/support/projections/workbench.ts'
import { pursesProjection, type PurseRow } from '#test/support/projections/purses.ts'

const tagged: TableProjection<PurseRow> = pursesProjection({
  changedTags: (before, after) => [
    ...[before, after].flatMap((row) => (row === undefined ? [] : [`purse ${row.purse}`])),
    ...((before?.is_rich ?? false) === (after?.is_rich ?? false) ? [] : ['rich']),
  ],
})

let workbench: Workbench
let positions: ProjectionPositions
/** Whether notifications are lost, and how many were. */
let deaf = { isDeaf: false, lost: 0 }

beforeEach(async () => {
  deaf = { isDeaf: false, lost: 0 }
  workbench = await openWorkbench()
  await workbench.start({ projections: [tagged] })
  const listener: Listener = {
    ...workbench.listener,
    listen: (channel, callback) =>
      workbench.listener.listen(channel, (payload) => {
        if (deaf.isDeaf) deaf.lost += 1
        else callback(payload)
      }),
  }
  // The poll comes late, because it would find the state before the notification that explains it.
  const timing = { pollMs: 3_600_000, maxAgeMs: 7_200_000 }
  positions = createProjectionPositions({ db: workbench.db, listener, names: ['purses'], timing })
  await positions.start()
})

afterEach(async () => {
  positions.stop()
  await workbench.dispose()
})

async function seen(position: number): Promise<string> {
  expect(await positions.waitFor('purses', position, 10_000)).toBe(true)
  return positions.stamp('purses') ?? ''
}

const add = (purse: string, by = 1) => workbench.append('purses-1', ['CoinsAdded', { purse, by }])
const isUnchanged = (stamp: string, ...tags: string[]) => positions.isUnchangedSince('purses', stamp, tags)

describe('what has changed since a stamp', () => {
  test('is known by tags, however many other changes there were', async () => {
    await seen(await add('a'))
    const stamp = await seen(await add('b'))
    for (const purse of ['a', 'c', 'a']) await seen(await add(purse))
    expect(isUnchanged(stamp, 'purse b', 'rich', 'purse d')).toBe(true)
    expect(isUnchanged(stamp, 'purse b', 'purse a')).toBe(false)
    await seen(await add('b', 20))
    expect(isUnchanged(stamp, 'purse d')).toBe(true)
    expect(isUnchanged(stamp, 'rich')).toBe(false)
  })

  test('is everything after a notification was lost, until the next stamp', async () => {
    const stamp = await seen(await add('a'))
    deaf.isDeaf = true
    await workbench.untilPassed(await add('b'))
    await eventually(() => expect(deaf.lost).toBe(1))
    deaf.isDeaf = false
    const next = await seen(await add('c'))
    expect(isUnchanged(stamp, 'purse d')).toBe(false)
    await seen(await add('e'))
    expect(isUnchanged(next, 'purse d')).toBe(true)
  })

  test('is everything after a replay', async () => {
    const stamp = await seen(await add('a'))
    await workbench.operations({ projections: [tagged] }).replay('purses')
    await eventually(() => expect(positions.stamp('purses')).not.toBe(stamp))
    expect(isUnchanged(stamp, 'purse d')).toBe(false)
  })

  test('is everything where the tags are too long for a notification', async () => {
    const stamp = await seen(await add('a'))
    await seen(await add('x'.repeat(7_000)))
    expect(isUnchanged(stamp, 'purse d')).toBe(false)
  })

  test('is unknown for a stamp that this process has not seen, and for another read model', async () => {
    const stamp = await seen(await add('a'))
    expect(isUnchanged('0-0')).toBe(false)
    expect(positions.isUnchangedSince('other', stamp, [])).toBe(false)
  })
})
