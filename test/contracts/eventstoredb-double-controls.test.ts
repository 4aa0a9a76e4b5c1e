import {
  AccessDeniedError,
  BACKWARDS,
  END,
  EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  UnknownError,
  type AllStreamRecordedEvent,
} from '@eventstore/db-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { generateEvents } from '#test/support/event-store-double/others/generated-events.ts'
import { DoubleLog } from '#test/support/event-store-double/log/log.ts'
import { jsonRecord } from '#test/support/event-store-double/log/record.ts'
import { openEventStoreDouble, type EventStoreDouble } from '#test/support/event-store-double/server.ts'
import { eventually } from '#test/support/eventually.ts'

describe('the EventStoreDB double, controlled by tests', () => {
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

  async function all(options: Parameters<EventStoreDBClient['readAll']>[0] = {}): Promise<AllStreamRecordedEvent[]> {
    const events: AllStreamRecordedEvent[] = []
    for await (const { event } of client.readAll(options)) if (event !== undefined) events.push(event)
    return events
  }

  async function append(stream: string, ...types: string[]): Promise<bigint> {
    const events = types.map((type) => jsonEvent({ type, data: { of: stream } }))
    const { position } = await client.appendToStream(stream, events)
    return position?.commit ?? 0n
  }

  test('generates foreign events of a given size for each answer, without storing them', async () => {
    generateEvents(double.log, { count: 10_000, bytes: 1_000_000 })
    const before = process.memoryUsage().rss
    const last = await all({ direction: BACKWARDS, fromPosition: END, maxCount: 3 })
    expect(last.map(({ revision }) => revision)).toEqual([9_999n, 9_998n, 9_997n])
    for (const { data } of last) expect(JSON.stringify(data)).toHaveLength(1_000_000)
    const [newer, older] = last.map(({ position }) => position.commit)
    expect(newer).toBeGreaterThan((older ?? 0n) + 1_000_000n)
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
  })

  test('is replaced by an older copy of itself, which continues from its own end', async () => {
    const kept = await append('order-1', 'Kept')
    const backup = double.log.copy()
    const lost = await append('order-1', 'Lost', 'Lost too')
    await double.restart(backup)
    await eventually(async () => expect((await all()).at(-1)?.type).toBe('Kept'))
    expect(await all({ fromPosition: { commit: lost + 1_000n, prepare: lost + 1_000n } })).toEqual([])
    const next = await append('order-1', 'Other')
    expect(next).toBeGreaterThan(kept)
    expect(next).toBeLessThan(lost)
    expect((await all()).filter(({ streamId }) => streamId === 'order-1')).toHaveLength(2)
  })

  test('refuses a position inside a record once an older copy has grown past it', async () => {
    const backup = double.log.copy()
    const lost = await append('order-1', 'Lost', 'Lost too')
    await double.restart(backup)
    await eventually(() => append('another-stream-with-a-name-of-other-length', 'A', 'B', 'C', 'D'))
    await expect(all({ fromPosition: { commit: lost, prepare: lost } })).rejects.toThrow(UnknownError)
  })

  test('comes back empty', async () => {
    await append('order-1', 'Lost')
    await double.restart(new DoubleLog())
    await eventually(async () => expect((await all()).every(({ type }) => type.startsWith('$'))).toBe(true))
    const again = client.appendToStream('order-1', jsonEvent({ type: 'First', data: {} }), {
      expectedRevision: NO_STREAM,
    })
    expect(await again).toMatchObject({ nextExpectedRevision: 0n })
  })

  test('lets an account write that may not read $all', async () => {
    double.setRefusingAll(true)
    await append('order-1', 'Written')
    await expect(all()).rejects.toThrow(AccessDeniedError)
    const read = []
    for await (const { event } of client.readStream('order-1')) read.push(event?.type)
    expect(read).toEqual(['Written'])
    double.setRefusingAll(false)
    expect((await all()).at(-1)?.type).toBe('Written')
  })

  test('reads on from the position of a record that scavenging has removed', async () => {
    const gone = await append('short-1', 'Gone')
    await append('short-1', 'Gone too', 'Stays')
    await append('order-1', 'After')
    double.log.setMetadata('short-1', { $maxCount: 1 })
    double.log.scavenge()
    const behind = await all({ fromPosition: { commit: gone, prepare: gone } })
    expect(behind.map(({ type }) => type)).toEqual(['Stays', 'After', '$metadata'])
    double.log.write('order-1', [jsonRecord('Later', {})])
    expect((await all()).at(-1)).toMatchObject({ type: 'Later', revision: 1n })
  })
})
