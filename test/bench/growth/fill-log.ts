import { Client } from 'pg'
import { newId } from '#core/domain/ids.ts'
import type { EventCodec } from '#core/event-store/codec/codec.ts'
import type { NewEvent } from '#core/event-store/event-store.ts'
import { copied, copyIn } from '../support/copy-in.ts'
import type { Happened } from './history.ts'

const columns = 'position, stream, revision, id, type, data, metadata, at'
const atOnce = 1_000

/** Appends events to the log of a stopped shop with COPY, as its codec stores them. Resolves to the last position. */
export async function fillLog(databaseUrl: string, codec: EventCodec, events: Iterable<Happened>): Promise<number> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ position: string }>('select position from log_head')
    let position = Number(rows[0]?.position)
    for (const batch of batchesOf(events)) {
      const sealed = await codec.encode(batch.map(newEventOf))
      const lines = sealed.map((event, place) => lineOf(event, batch[place], ++position))
      await copyIn(client, `copy events (${columns}) from stdin`, lines.join(''))
    }
    await client.query('update log_head set position = $1', [position])
    await client.query('analyze events')
    return position
  } finally {
    await client.end()
  }
}

function* batchesOf(events: Iterable<Happened>): Generator<Happened[]> {
  let batch: Happened[] = []
  for (const event of events) {
    batch.push(event)
    if (batch.length < atOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function newEventOf({ event, by }: Happened): NewEvent {
  const id = newId()
  const metadata = { correlationId: id, causationId: id, by, schemaVersion: 0 }
  return { id, type: event.type, data: { ...event.data }, metadata }
}

function lineOf({ id, type, data, metadata }: NewEvent, place: Happened | undefined, position: number): string {
  if (place === undefined) throw new Error('the codec returned more events than it was given')
  const { stream, revision, at } = place
  return `${[position, stream, revision, id, type, data, metadata, at].map(copied).join('\t')}\n`
}
