import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readForeignCount } from '#core/event-store/ownership/foreign-count.ts'
import type { Infrastructure } from '#modules/shop/engines/infrastructure.ts'
import { interruptedAdoption } from '#test/support/adopt-log/interrupted-adoption.ts'
import { openDivergedShop, type DivergedShop } from '#test/support/adopt-log/diverged-shop.ts'
import { adoptionsIn } from '#test/support/adopt-log/recorded-adoptions.ts'
import { runOpsIn } from '#test/support/shop/ops-in-process.ts'

describe('ops adopt-log that ends before it could record its changes', () => {
  let parted: DivergedShop
  let visitor: Infrastructure
  let foreign: number

  beforeAll(async () => {
    parted = await openDivergedShop()
    visitor = await parted.visit()
    foreign = (await readForeignCount(visitor.database.db)).events
  })
  afterAll(() => parted.close())

  const adopt = (...parameters: string[]) => runOpsIn(visitor, 'adopt-log', ...parameters)
  const counted = async () =>
    (await sql<{ to: number }>`select counted_to as "to" from foreign_events`.execute(visitor.database.db)).rows[0]?.to

  test('has changed the database, and has recorded nothing', async () => {
    expect(await counted()).toBeGreaterThan(await visitor.store.head())
    await interruptedAdoption(parted, visitor)
    expect(await adoptionsIn(visitor)).toEqual([])
  })

  test('counts the events of other applications from the end of the adopted log', async () => {
    expect(await counted()).toBeLessThanOrEqual(await visitor.store.head())
    expect(await readForeignCount(visitor.database.db)).toEqual({ events: foreign })
  })

  test('is named by a second call with what is left to do, which changes nothing unless the head is given', async () => {
    const { code, stdout } = await adopt()
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('was interrupted') })
    expect(stdout).toMatch(/build \d+ read models again from the log: .*orders/)
    expect(stdout).toContain(`Nothing was changed. To do it: npm run ops -- adopt-log --head ${parted.head}`)
    const { stdout: json } = await adopt('--json')
    expect(JSON.parse(json)).toMatchObject({ head: parted.head, interrupted: { lostOrders: 1 }, adopted: false })
    expect(await visitor.store.head()).toBe(parted.head)
    expect(await adoptionsIn(visitor)).toEqual([])
  })

  test('is not completed if another head is confirmed', async () => {
    const { code, stderr } = await adopt('--head', String(parted.head - 1))
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('nothing was changed') })
    expect(await visitor.store.head()).toBe(parted.head)
  })

  test('is completed once the head is confirmed, and records the changes of the first call', async () => {
    const { code, stdout } = await adopt('--head', String(parted.head))
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('orders: built from the log') })
    expect(await adoptionsIn(visitor)).toMatchObject([
      { lostOrders: 1, readModels: expect.arrayContaining(['orders', 'event-log']) },
    ])
    expect(await runOpsIn(visitor, 'verify', '--all')).toMatchObject({ code: 0 })
  })

  test('is then over: another call changes nothing, and the record is there once', async () => {
    expect((await adopt()).stdout).toContain('nothing changes')
    expect(await adoptionsIn(visitor)).toHaveLength(1)
  })
})
