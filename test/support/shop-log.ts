import { EventStoreDBClient, START, streamNameFilter } from '@eventstore/db-client'
import { shopsEvents } from '#core/event-store/ownership/shops-events.ts'
import { eventDefinitions } from '#modules/shop.ts'
import { openEventStoreServer, type EventStoreServer } from './event-store-server.ts'

/**
 * An EventStoreDB for one whole shop. A log belongs to one shop for good, so a server that `TEST_EVENTSTORE_URL` names must not
 * hold another shop's events; events of other applications may be there.
 */
export async function openShopLog(): Promise<EventStoreServer> {
  const server = await openEventStoreServer()
  try {
    await assertNoShopIn(server.url)
    return server
  } catch (error) {
    await server.close()
    throw error
  }
}

/** @throws Error where a shop keeps its log in the server */
export async function assertNoShopIn(url: string): Promise<void> {
  const found = await shopsStreamIn(url)
  if (found === undefined) return
  throw new Error(
    `the EventStoreDB of TEST_EVENTSTORE_URL holds the log of a shop (stream ${found}) that this test did not write: ` +
      'name a server without one, for example a new one with --mem-db',
  )
}

/** A stream with an event of a shop; the server looks for its categories, so that a large log is no hindrance. */
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
