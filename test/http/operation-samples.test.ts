import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isoTime } from '#core/domain/clock.ts'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { operationsSampler, type SamplerDeps } from '#modules/operations/samples/sampler.ts'
import { readSamples } from '#modules/operations/samples/series.ts'
import { openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(() => sql`delete from operation_samples`.execute(db()))

const db = () => shop.shop.infrastructure.database.db
const minute = 60_000
const noon = Date.parse('2026-11-26T12:00:00.000Z')

type Status = Awaited<ReturnType<SamplerDeps['status']>>

/** The status of the shop, with another lag or status of its read model of orders. */
async function statusWith(change: { lag?: number; status?: 'failed' }): Promise<Status> {
  const { projections, reactors } = await status()
  return { reactors, projections: projections.map((one) => (one.name === 'orders' ? { ...one, ...change } : one)) }
}

async function status(): Promise<Status> {
  const { body } = await shop.call('GET', '/api/ops/projections', { token: shop.adminToken })
  return body
}

const without = 'Nothing works.'

const answering: SamplerDeps['engines'] = async () => [{ name: 'database', without, ok: true, ms: 3 }]

const withoutLog: SamplerDeps['engines'] = async () => [
  { name: 'database', without, ok: true, ms: 4 },
  { name: 'event store', without, ok: false, ms: 5_000, error: 'it does not answer' },
]
const unavailable = () => Promise.reject(new EngineUnavailable('event store'))

/** Takes the samples of one process at that time, by its clock. */
const sampleAt = (at: number, measured: Partial<Pick<SamplerDeps, 'status' | 'engines'>> = {}) =>
  operationsSampler({ db: db(), clock: () => at, status, engines: answering, ...measured }).sample()

async function stored(name: string) {
  const { rows } = await sql<{ at: string; kind: string; value: number | null; is_fault: boolean }>`
    select at, kind, value, is_fault from operation_samples where name = ${name} order by at`.execute(db())
  return rows
}

describe('the samples of lag and latency', () => {
  test('have one row per name and minute, with the worst value that any process measured', async () => {
    await sampleAt(noon + 5_000, { status: () => statusWith({ lag: 7 }) })
    await sampleAt(noon + 40_000, { status: () => statusWith({ lag: 2, status: 'failed' }) })
    await sampleAt(noon + minute)
    expect(await stored('orders')).toEqual([
      { at: isoTime(noon), kind: 'lag', value: 7, is_fault: true },
      { at: isoTime(noon + minute), kind: 'lag', value: 0, is_fault: false },
    ])
    expect(await stored('mails')).toHaveLength(2)
  })

  test('are deleted after 7 days', async () => {
    await sampleAt(noon)
    await sampleAt(noon + minute)
    await sampleAt(noon + 7 * 24 * 60 * minute)
    expect((await stored('database')).map(({ at }) => at)).toEqual([
      isoTime(noon),
      isoTime(noon + minute),
      isoTime(noon + 7 * 24 * 60 * minute),
    ])
    await sampleAt(noon + (7 * 24 * 60 + 1) * minute)
    expect((await stored('database'))[0]?.at).toBe(isoTime(noon + minute))
  })

  test('record that an engine did not respond, and are taken without the lag if the log does not', async () => {
    await expect(sampleAt(noon, { engines: withoutLog, status: unavailable })).rejects.toThrow(EngineUnavailable)
    expect(await stored('database')).toMatchObject([{ kind: 'latency', value: 4, is_fault: false }])
    expect(await stored('event store')).toMatchObject([{ kind: 'latency', value: null, is_fault: true }])
    expect(await stored('orders')).toEqual([])
  })

  test('are read as the worst of each interval, with null if nothing was measured', async () => {
    await sampleAt(noon - 24 * 60 * minute)
    for (const [ago, lag] of [
      [31, 1],
      [29, 9],
      [20, 4],
    ] as const)
      await sampleAt(noon - ago * minute, { status: () => statusWith({ lag }) })
    await sampleAt(noon + 3 * minute, { status: () => statusWith({ status: 'failed' }) })
    const samples = await readSamples({ db: db(), clock: () => noon + 14 * minute }, 'day')
    expect(samples).toMatchObject({ from: '2026-11-25T12:15:00.000Z', to: '2026-11-26T12:15:00.000Z', minutes: 15 })
    const { values, faults } = samples.lags.find(({ name }) => name === 'orders') ?? {}
    expect(values?.slice(-4)).toEqual([1, 9, null, 0])
    expect(values?.slice(0, -4).every((value) => value === null)).toBe(true)
    expect(faults).toEqual([95])
    expect(samples.latencies).toEqual([{ name: 'database', values: expect.any(Array), faults: [] }])
  })

  test('are read by an ADMIN over an hour, a day or a week', async () => {
    await sampleAt(Date.now())
    const lengths = { hour: 60, day: 96, week: 84 }
    for (const [over, length] of Object.entries(lengths)) {
      const { body } = await shop.call('GET', `/api/ops/samples?over=${over}`, { token: shop.adminToken })
      const [first] = body.lags
      expect(first.values).toHaveLength(length)
      expect(first.values.filter((value: number | null) => value !== null)).toHaveLength(1)
    }
    expect((await shop.call('GET', '/api/ops/samples?over=year', { token: shop.adminToken })).status).toBe(400)
  })
})

test('every process takes samples of its own engines', async () => {
  await shop.shop.modules.operations.sampler.sample()
  const { body } = await shop.call('GET', '/api/ops/samples', { token: shop.adminToken })
  expect(body.lags.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['orders', 'mails']))
  expect(body.latencies.map(({ name }: { name: string }) => name)).toEqual([
    'database',
    'event store',
    'jobs',
    'search index',
  ])
})
