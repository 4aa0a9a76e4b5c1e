import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Infrastructure } from '#modules/shop/engines/infrastructure.ts'
import { interruptedAdoption } from '#test/support/adopt-log/interrupted-adoption.ts'
import { openDivergedShop, type DivergedShop } from '#test/support/adopt-log/diverged-shop.ts'
import { adoptionsIn } from '#test/support/adopt-log/recorded-adoptions.ts'
import { eventually } from '#test/support/eventually.ts'
import { endOf } from '#test/support/event-store/log-server.ts'
import { runOpsIn } from '#test/support/shop/ops-in-process.ts'

vi.setConfig({ testTimeout: 270_000 })

describe('ops adopt-log after one that was interrupted on another log', () => {
  let parted: DivergedShop
  let visitor: Infrastructure

  beforeEach(async () => {
    parted = await openDivergedShop()
    visitor = await parted.visit()
    // Its mail is still queued, so that the interrupted adoption closes it.
    await sql`update notifications set status = 'pending' where stream = ${`order-${parted.lost}`}`.execute(
      visitor.database.db,
    )
    await interruptedAdoption(parted, visitor)
  })
  afterEach(() => parted.close())

  /** Connections to the replaced server are broken, which the next call may be the first to notice. */
  const headBecomes = (head: number) => eventually(async () => expect(await visitor.store.head()).toBe(head))

  const adopt = (...parameters: string[]) => runOpsIn(visitor, 'adopt-log', ...parameters)

  test('plans again if the connected log holds other events at the same positions, and changes nothing', async () => {
    await parted.log.restore(await parted.log.backUp(), { hasOtherIds: true })
    await headBecomes(parted.head)
    const { code, stdout } = await adopt()
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('It has no event in common') })
    expect(stdout).toContain('interrupted on another log')
    expect(stdout).toMatch(/build \d+ read models again from the log: .*orders/)
    expect(await visitor.store.head()).toBe(parted.head)
  })

  test('adopts an empty log as a new adoption, with one record of the changes of both', async () => {
    await parted.log.replace()
    await headBecomes(0)
    expect(await adopt('--head', String(parted.head))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nothing was changed'),
    })
    expect(await adopt('--head', '0')).toMatchObject({ code: 0 })
    expect(await adoptionsIn(visitor)).toMatchObject([
      { head: 0, commonUpTo: 0, notificationsClosed: 1, readModels: expect.arrayContaining(['orders', 'event-log']) },
    ])
    expect(await runOpsIn(visitor, 'verify', '--all')).toMatchObject({ code: 0 })
    expect((await adopt()).stdout).toContain('nothing changes')
  })

  test('adopts the earlier log again, whose events were never lost', async () => {
    await parted.log.replace(parted.newer)
    const head = await endOf(parted.newer)
    await headBecomes(head)
    const { stdout } = await adopt()
    expect(stdout).toContain(`--head ${head}`)
    expect(await adopt('--head', String(head))).toMatchObject({ code: 0 })
    expect(await adoptionsIn(visitor)).toHaveLength(1)
    expect(await runOpsIn(visitor, 'verify', '--all')).toMatchObject({ code: 0 })
  })
})
