import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#core/database/database.ts'
import { migrate } from '#core/database/migrate.ts'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { createBudgets, type Budgets } from '#core/http/security/budgets/budgets.ts'
import { sharedCounts, type SharedCounts } from '#core/http/security/budgets/shared-counts.ts'
import { throttleMigrations } from '#core/http/security/throttle.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'

let fresh: FreshDatabase
let database: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, { applicationName: 'shop test' })
  await migrate(database.db, throttleMigrations)
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})
const budget = { name: 'parcels', points: 30, durationSeconds: 600, noun: 'parcels' }
let asha: { budget: typeof budget; key: string }
// The processes of earlier tests may still send their points.
beforeEach(async () => {
  await sql`truncate throttles`.execute(database.db)
  asha = { budget, key: `asha ${randomUUID()}` }
})
const refused = {
  code: 'too-many-requests',
  message: 'Too many parcels in a short time. Please try again in 10 minutes.',
}

/** A process with its own view of the shared counts. */
function openProcess(counts: SharedCounts = sharedCounts(database.pool), scale = 1): Budgets {
  return createBudgets({ counts, scale })
}

/** How many of this many calls, made one after the other or at the same time, get their point. */
async function admitted(budgets: Budgets, calls: number, atOnce = false): Promise<number> {
  const outcomes: PromiseSettledResult<unknown>[] = []
  const take = () => budgets.take([asha])
  if (atOnce) outcomes.push(...(await Promise.allSettled(Array.from({ length: calls }, take))))
  else for (let i = 0; i < calls; i++) outcomes.push(...(await Promise.allSettled([take()])))
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

describe('a budget', () => {
  test('admits as many calls as it has points, and returns the time to wait', async () => {
    const budgets = openProcess()
    expect(await admitted(budgets, 35)).toBe(30)
    await expect(budgets.take([asha])).rejects.toMatchObject({
      ...refused,
      retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 590 && seconds <= 600),
    })
  })

  test('counts the points that are on their way to the shared counts', async () => {
    const counts = sharedCounts(database.pool)
    const [departure, arrival] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = openProcess({
      async add(all) {
        departure.resolve()
        await arrival.promise
        return counts.add(all)
      },
    })
    for (let i = 0; i < budget.points; i++) slow.add(asha)
    const sent = slow.flush()
    await departure.promise
    expect(() => slow.check(asha)).toThrow(refused.message)
    arrival.resolve()
    await sent
    expect(() => slow.check(asha)).toThrow(refused.message)
  })

  test('admits no more when all calls arrive at the same time', async () => {
    expect(await admitted(openProcess(), 100, true)).toBe(30)
  })

  test('counts exactly across processes, however the calls alternate', async () => {
    const processes = [openProcess(), openProcess(), openProcess()]
    let count = 0
    for (let i = 0; i < 45; i++) count += await admitted(processes[i % 3] ?? openProcess(), 1)
    expect(count).toBe(30)
  })

  test('survives a restart of the process', async () => {
    const before = openProcess()
    await admitted(before, 25)
    await before.flush()
    expect(await admitted(openProcess(), 25)).toBe(5)
  })

  test('gets a point back that was refunded', async () => {
    const budgets = openProcess()
    await admitted(budgets, 29)
    const { refund } = await budgets.take([asha])
    expect(await admitted(budgets, 1)).toBe(0)
    refund()
    await budgets.flush()
    expect(await admitted(openProcess(), 2)).toBe(1)
  })

  test('takes nothing from a second budget when the first one refuses', async () => {
    const other = { budget: { ...budget, name: 'letters', points: 31 }, key: asha.key }
    const budgets = openProcess()
    await admitted(budgets, 30)
    for (let i = 0; i < 5; i++) await expect(budgets.take([asha, other])).rejects.toMatchObject(refused)
    await budgets.flush()
    for (let i = 0; i < 31; i++) await openProcess().take([other])
    await expect(openProcess().take([other])).rejects.toThrow('Too many parcels')
  })

  test('starts over when its window has passed', async () => {
    const before = openProcess()
    await admitted(before, 30)
    await before.flush()
    await sql`update throttles set expire = expire - 600000`.execute(database.db)
    expect(await admitted(openProcess(), 31)).toBe(30)
  })

  test('is multiplied by the scale, which can also lift it', async () => {
    expect(await admitted(openProcess(undefined, 0.1), 10)).toBe(3)
    expect(await admitted(openProcess(undefined, 0), 100)).toBe(100)
  })

  test('is separate for each caller, and stores none of their names', async () => {
    const budgets = openProcess()
    await admitted(budgets, 30)
    await expect(budgets.take([{ budget, key: 'account sita' }])).resolves.toBeDefined()
    await budgets.flush()
    const { rows } = await sql<{ key: string }>`select key from throttles`.execute(database.db)
    expect(rows.length).toBeGreaterThanOrEqual(2)
    expect(JSON.stringify(rows)).not.toMatch(/asha|sita/)
  })

  test('costs a caller far below its limit no statement', async () => {
    const shared = sharedCounts(database.pool)
    let statements = 0
    const counts: SharedCounts = { add: (additions) => (statements++, shared.add(additions)) }
    const budgets = createBudgets({ counts, scale: 100, monotonic: () => 0 })
    expect(await admitted(budgets, 200)).toBe(200)
    expect(statements).toBe(1)
  })

  test('relies on the counts of the process while the database is unavailable', async () => {
    const shared = sharedCounts(database.pool)
    let isDown = false
    const counts: SharedCounts = {
      add: (additions) => (isDown ? Promise.reject(new EngineUnavailable('database')) : shared.add(additions)),
    }
    const budgets = openProcess(counts)
    await admitted(budgets, 10)
    isDown = true
    expect(await admitted(budgets, 40)).toBe(20)
    isDown = false
    await budgets.flush()
    expect(await admitted(openProcess(), 1)).toBe(0)
  })
})
