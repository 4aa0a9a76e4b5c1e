import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Infrastructure } from '#core/infrastructure.ts'
import { interruptedAdoption } from '#test/support/adopt-log/interrupted-adoption.ts'
import { openPartedShop, type PartedShop } from '#test/support/adopt-log/parted-shop.ts'
import { adoptionsIn } from '#test/support/adopt-log/recorded-adoptions.ts'
import { DoubleLog } from '#test/support/event-store-double/log.ts'
import { runOpsIn } from '#test/support/ops-in-process.ts'

// On the double alone: an older copy of a log takes its place at the same positions, which no client does to a server.

vi.setConfig({ testTimeout: 90_000 })

describe('ops adopt-log after one that was interrupted on another log', () => {
  let parted: PartedShop
  let visitor: Infrastructure

  beforeEach(async () => {
    parted = await openPartedShop()
    visitor = await parted.visit()
    // Its mail still waits, so that the interrupted adoption closes it.
    await sql`update notifications set status = 'pending' where stream = ${`order-${parted.lost}`}`.execute(
      visitor.database.db,
    )
    await interruptedAdoption(parted, visitor)
  }, 60_000)
  afterEach(() => parted.close())

  const adopt = (...parameters: string[]) => runOpsIn(visitor, 'adopt-log', ...parameters)

  /** Other events in the places of those of the adopted log. */
  function anotherHistory(): DoubleLog {
    const another = new DoubleLog()
    for (const event of parted.double.log.events.slice(another.events.length))
      another.write(event.stream, [{ ...event, id: event.id.replace(/^.{8}/, 'ffffffff') }])
    return another
  }

  test('plans again where the connected log holds other events in the same places, and changes nothing', async () => {
    await parted.double.restart(anotherHistory())
    const head = await visitor.store.head()
    expect(head).toBe(parted.head)
    const { code, stdout } = await adopt()
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('It has no event in common') })
    expect(stdout).toContain('interrupted on another log')
    expect(stdout).toMatch(/build \d+ read models again from the log: .*orders/)
    expect(await visitor.store.head()).toBe(head)
  })

  test('adopts an empty log as a new adoption, with one record of what both have changed', async () => {
    await parted.double.restart(new DoubleLog())
    expect(await adopt('--head', String(parted.head))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nothing was changed'),
    })
    expect(await adopt('--head', '0')).toMatchObject({ code: 0 })
    expect(await adoptionsIn(visitor)).toMatchObject([
      { head: 0, commonUpTo: 0, notificationsClosed: 1, readModels: expect.arrayContaining(['orders', 'event-log']) },
    ])
    expect(await runOpsIn(visitor, 'verify', '--all')).toMatchObject({ code: 0 })
    expect((await adopt()).stdout).toContain('none of them changes')
  })

  test('takes the log of before back, whose events were never lost', async () => {
    await parted.double.restart(parted.newer)
    const head = await visitor.store.head()
    const { stdout } = await adopt()
    expect(stdout).toContain(`--head ${head}`)
    expect(await adopt('--head', String(head))).toMatchObject({ code: 0 })
    expect(await adoptionsIn(visitor)).toHaveLength(1)
    expect(await runOpsIn(visitor, 'verify', '--all')).toMatchObject({ code: 0 })
  })
})
