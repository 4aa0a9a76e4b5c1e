import { jsonEvent, type EventStoreDBClient } from '@eventstore/db-client'
import { copyRecordIn } from '#core/event-store/copy/copy-record.ts'
import { copyEvents } from '#core/event-store/copy/copy-events.ts'
import type { NewEvent } from '#core/event-store/event-store.ts'
import { openCopyTarget } from '#core/event-store/eventstoredb/event-store.ts'
import { readEventStoreDbUrl } from '#core/event-store/eventstoredb/connection/url.ts'
import { openPostgresEventStore } from '#core/event-store/postgres/event-store.ts'
import { newId } from '#core/domain/ids.ts'
import { eventOf } from '../../support/event-store/event-stores.ts'
import type { openBenchDatabase } from './shop.ts'
import { bareClient } from './event-logs.ts'

const events = Number(process.env['BENCH_COPY'] ?? 20_000)

type Deps = { database: Awaited<ReturnType<typeof openBenchDatabase>>; url: string; name: string }

/** Copies events of many short streams, then writes as many with the bare client, 128 in flight; events per second. */
export async function compareCopying({ database, url, name }: Deps): Promise<string> {
  const from = openPostgresEventStore(database)
  await fill(from)
  const settings = readEventStoreDbUrl('EVENTSTORE_URL', url)
  const to = openCopyTarget({ settings })
  const record = copyRecordIn(database.db, name)
  const { signal } = new AbortController()
  const mine = await rateOf(() => copyEvents({ from, to, record, signal, onProgress: () => undefined }))
  await to.store.close()
  const client = bareClient(settings)
  const bare = await rateOf(() => writeBare(client))
  await client.dispose()
  await from.close()
  const ratio = ((mine / bare) * 100).toFixed(0)
  return `copying into ${name}: ${mine.toFixed(0)} events/s; bare client ${bare.toFixed(0)}/s: ${ratio} % of its rate`
}

async function rateOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (events * 1_000) / (performance.now() - begun)
}

function orderEvent(): NewEvent {
  return eventOf('Measured', { orderId: 'ORD48210377', totalAmount: 1_249_900, sealed: 'x'.repeat(400) })
}

/** The worst case for a copy: no two consecutive events are of one stream, so that none share an append. */
async function fill(from: ReturnType<typeof openPostgresEventStore>): Promise<void> {
  for (let first = 0; first < events; first += 250) {
    const appends = Array.from({ length: 250 }, () => from.append(`order-${newId()}`, 'no-stream', [orderEvent()]))
    await Promise.all(appends)
  }
}

async function writeBare(client: EventStoreDBClient): Promise<void> {
  let left = events
  const writers = Array.from({ length: 128 }, async () => {
    while (left-- > 0) await client.appendToStream(`order-${newId()}`, jsonEvent(orderEvent()))
  })
  await Promise.all(writers)
}
