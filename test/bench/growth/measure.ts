import { Client } from 'pg'
import { startShopProcess, type ShopProcess } from '../../support/shop/shop-process.ts'
import { completionIn } from '../orders/completion.ts'
import { embeddedUrls } from '../support/embedded-url.ts'
import { median, type Request } from '../support/load.ts'
import { peakOf } from '../support/memory-process.ts'
import { environmentOf } from './build-shop.ts'
import { callsOf, goals, type Calls, type Common } from './calls.ts'
import type { Size } from './sizes.ts'

/** Medians in ms; `megabytes` is the peak of the process that answered the calls. */
export type Measured = { calls: Record<string, number>; megabytes: number; startSeconds: number }

type Place = { dataDir: string; size: Size }

export type Measuring = { common: Common; rounds: number; calls: number; print: (line: string) => void }

type Running = { shop: ShopProcess; calls: Calls; database: Client }

const starts = 3
const warmUps = 10
/** Orders are few: each is a commit, and a mail, of which the shop sends 20 a second. */
const callsOfOrders = 20

/** Makes each call of the shops in these folders in turns, so that other work of the machine affects all alike. */
export async function measureShops<Shop extends Place>(
  places: readonly Shop[],
  measuring: Measuring,
): Promise<(Shop & Measured)[]> {
  const startTimes = await startTimesOf(places)
  const running: Running[] = []
  try {
    for (const place of places) running.push(await open(place, measuring.common))
    const medians: [name: string, ofShops: number[]][] = []
    for (const name of Object.keys(goals)) medians.push([name, await measureCall(name, running, measuring)])
    const peaks = await Promise.all(running.map(({ shop }) => peakOf(String(shop.child.pid))))
    return places.map((one, place) => ({
      ...one,
      calls: Object.fromEntries(medians.map(([name, ofShops]) => [name, ofShops[place] ?? Number.NaN])),
      megabytes: (peaks[place] ?? Number.NaN) / 1_024,
      startSeconds: median(startTimes[place] ?? []),
    }))
  } finally {
    for (const { shop, database } of running) {
      await database.end()
      await shop.end('SIGTERM')
    }
  }
}

/** From the start of the process until the shop is ready, with the start of its embedded Postgres. */
async function startTimesOf(places: readonly Place[]): Promise<number[][]> {
  const times: number[][] = places.map(() => [])
  for (let round = 0; round < starts; round++)
    for (const [place, { dataDir }] of places.entries()) {
      const begun = performance.now()
      const shop = await startShopProcess(environmentOf(dataDir))
      times[place]?.push((performance.now() - begun) / 1_000)
      await shop.end('SIGTERM')
    }
  return times
}

async function open(place: Place, common: Common): Promise<Running> {
  const shop = await startShopProcess(environmentOf(place.dataDir))
  const { owner } = await embeddedUrls(place.dataDir)
  const database = new Client({ connectionString: owner })
  await database.connect()
  const calls = await callsOf({ url: shop.url, databaseUrl: owner, size: place.size }, common)
  return { shop, calls, database }
}

/** Resolves to the median in ms of each shop. */
async function measureCall(name: string, running: readonly Running[], measuring: Measuring): Promise<number[]> {
  const isOrder = name === 'order placed'
  const amount = isOrder ? callsOfOrders : measuring.calls
  const times: number[][] = []
  for (let call = 0; call < warmUps; call++) await timesOf(name, running)
  for (let round = 0; round < measuring.rounds; round++) {
    for (let call = 0; call < amount; call++) times.push(await timesOf(name, running))
    if (isOrder) await mailsAreDone(running)
  }
  const medians = running.map((_, place) => median(times.map((ofShops) => ofShops[place] ?? Number.NaN)))
  measuring.print(`${name}: ${medians.map((ms) => `${ms.toFixed(1)} ms`).join(', ')}`)
  return medians
}

async function mailsAreDone(running: readonly Running[]): Promise<void> {
  for (const { database } of running) await completionIn(database).mailsAreDone()
}

/** One call of each shop. */
async function timesOf(name: string, running: readonly Running[]): Promise<number[]> {
  const times: number[] = []
  for (const { shop, calls } of running) {
    const next = calls[name]
    if (next === undefined) throw new Error(`there is no call ${name}`)
    times.push(await timeOf(shop, next()))
  }
  return times
}

async function timeOf({ url }: ShopProcess, { method, path, headers, body }: Request): Promise<number> {
  const begun = performance.now()
  const response = await fetch(url + path, { method, ...(headers && { headers }), ...(body && { body }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered with status ${response.status}: ${text}`)
  return performance.now() - begun
}
