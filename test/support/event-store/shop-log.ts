import {
  EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  START,
  streamNameFilter,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { shopsEvents } from '#core/event-store/ownership/shops-events.ts'
import { eventDefinitions } from '#modules/shop/manifests.ts'
import { namedEventStores, openEventStoreServer, type EventStoreServer } from './event-store-server.ts'

/**
 * An EventStoreDB for one whole shop. A log belongs to one shop permanently, so each suite takes the first server in
 * `TEST_EVENTSTORE_URL` that no suite and no shop has written to; it may hold foreign events.
 */
export async function openShopLog(): Promise<EventStoreServer> {
  const named = namedEventStores()
  if (named.length === 0) return openEventStoreServer()
  return { url: await claimShopLog(named), isDouble: false, close: () => Promise.resolve() }
}

/** Resolves to the URL of a server that is now the caller's alone. @throws Error if none is free, with the reasons */
export async function claimShopLog(urls: readonly string[]): Promise<string> {
  const reasons: string[] = []
  for (const url of urls) {
    const found = await shopsStreamIn(url)
    if (found !== undefined) reasons.push(`holds the log of a shop (stream ${found}) that this test did not write`)
    else if (await claim(url)) return url
    else reasons.push('is used by another suite')
  }
  throw new Error(
    `TEST_EVENTSTORE_URL names no free server: ${reasons.map((reason, i) => `number ${i + 1} ${reason}`).join(', ')}: ` +
      'name one server for each suite that runs a whole shop, such as new ones with --mem-db',
  )
}

/** In no category of the shop, so that the log counts as empty. */
export const claimStream = 'shop-tests-claim'

/** Only one of several concurrent suites gets the server. */
async function claim(url: string): Promise<boolean> {
  const client = EventStoreDBClient.connectionString`${url}`
  try {
    const claimed = jsonEvent({ type: 'ClaimedByTests', data: { pid: process.pid } })
    await client.appendToStream(claimStream, claimed, { expectedRevision: NO_STREAM })
    return true
  } catch (error) {
    if (error instanceof WrongExpectedVersionError) return false
    throw error
  } finally {
    await client.dispose()
  }
}

/** A stream with an event of a shop, if any; the server filters by category, so that a large log does not matter. */
async function shopsStreamIn(url: string): Promise<string | undefined> {
  const client = EventStoreDBClient.connectionString`${url}`
  const shops = shopsEvents(eventDefinitions)
  const categories = new Set(Object.values(eventDefinitions).map(({ category }) => category.name))
  const filter = streamNameFilter({ prefixes: [...categories].map((name) => `${name}-`) })
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
  const subscription = client.subscribeToAll({ fromPosition: START, filter })
  subscription.on('data', ({ event }) => {
    if (event === undefined) return
    const { streamId: stream, type, data } = event
    if (shops.has({ stream, type, data })) resolve(stream)
  })
  subscription.on('caughtUp', () => resolve(undefined))
  subscription.on('error', reject)
  try {
    return await promise
  } finally {
    await subscription.unsubscribe()
    await client.dispose()
  }
}
