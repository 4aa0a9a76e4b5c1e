import {
  EventStoreDBClient,
  jsonEvent,
  NotLeaderError,
  StreamDeletedError,
  UnavailableError,
} from '@eventstore/db-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openEventStoreCluster, type ClusterDouble } from '#test/support/event-store-double/cluster.ts'
import { writeForeignStreams } from '#test/support/event-store-double/others/foreign-streams.ts'
import { runStandardProjections, writeStatistics } from '#test/support/event-store-double/others/living.ts'
import { openEventStoreDouble, type EventStoreDouble } from '#test/support/event-store-double/server.ts'

const placed = () => jsonEvent({ type: 'OrderPlaced', data: { orderId: 'ORD48210377' } })

async function typesIn(reading: AsyncIterable<{ event?: { type: string } | undefined }>): Promise<string[]> {
  const types: string[] = []
  for await (const { event } of reading) types.push(event?.type ?? 'none')
  return types
}

describe('the EventStoreDB double, as a server in use', () => {
  let double: EventStoreDouble
  let client: EventStoreDBClient

  beforeEach(async () => {
    double = await openEventStoreDouble()
    client = EventStoreDBClient.connectionString`${double.url}`
  })

  afterEach(async () => {
    await client.dispose()
    double.kill()
  })

  test('links to each event from the streams of its category and of its type', async () => {
    const stop = runStandardProjections(double.log)
    await client.appendToStream('order-ORD48210377', placed())
    stop()
    await client.appendToStream('order-ORD48210377', placed())
    for (const stream of ['$ce-order', '$et-OrderPlaced', '$streams']) {
      expect(await typesIn(client.readStream(stream))).toEqual(['$>'])
      expect(await typesIn(client.readStream(stream, { resolveLinkTos: true }))).toEqual(['OrderPlaced'])
    }
    expect((await typesIn(client.readAll())).slice(-5)).toEqual(['OrderPlaced', '$>', '$>', '$>', 'OrderPlaced'])
  })

  test('writes statistics, and holds streams of other applications in every state', async () => {
    writeStatistics(double.log, 3)
    writeForeignStreams(double.log)
    expect(await typesIn(client.readStream('$stats-127.0.0.1:2113'))).toHaveLength(3)
    expect(await typesIn(client.readStream('short-1'))).toEqual(['Three'])
    await expect(typesIn(client.readStream('gone-1'))).rejects.toThrow(StreamDeletedError)
    expect(await typesIn(client.readStream('order-XYZ'))).toContain('OrderPlaced')
  })
})

describe('the double of a cluster of three nodes', () => {
  let cluster: ClusterDouble
  const clients: EventStoreDBClient[] = []

  beforeEach(async () => {
    cluster = await openEventStoreCluster()
  })

  afterEach(async () => {
    for (const client of clients.splice(0)) await client.dispose()
    cluster.close()
  })

  function clientOf(url: string): EventStoreDBClient {
    const client = EventStoreDBClient.connectionString`${url}`
    clients.push(client)
    return client
  }

  test('reports the leader from any node, and each node has what the leader has written', async () => {
    cluster.elect(2)
    for (const node of [0, 1, 2]) await clientOf(cluster.discoverUrl(node)).appendToStream('order-1', placed())
    expect(cluster.nodes.map((node) => node.arrivals())).toEqual([0, 0, 3])
    expect(await typesIn(clientOf(cluster.nodes[0].url).readStream('order-1'))).toHaveLength(3)
  })

  test('redirects a call that requires the leader from a follower to the leader', async () => {
    const follower = clientOf(cluster.nodes[1].url)
    const appending = follower.appendToStream('order-1', placed(), {
      requiresLeader: true,
      credentials: { username: 'u', password: 'p' },
    })
    await expect(appending).rejects.toThrow(NotLeaderError)
    await expect(appending).rejects.toMatchObject({ leader: { port: cluster.nodes[0].port } })
  })

  test('answers every call with “not ready” while it has no leader', async () => {
    cluster.kill(0)
    const write = () =>
      clientOf(cluster.nodes[1].url).appendToStream('order-1', placed(), {
        credentials: { username: 'u', password: 'p' },
      })
    await expect(write()).rejects.toThrow(UnavailableError)
    cluster.elect(1)
    expect(await write()).toMatchObject({ success: true })
    await cluster.restart(0)
    await clientOf(cluster.discoverUrl(0)).appendToStream('order-1', placed())
    expect(cluster.nodes.map((node) => node.arrivals())).toEqual([0, 3, 0])
  })
})
