import { EventStoreDBClient, jsonEvent, NO_STREAM, type JSONType } from '@eventstore/db-client'
import { shopIdentityStream } from '#core/event-store/identity/events.ts'
import { newId } from '#core/domain/ids.ts'
import type { Place, Position } from '#core/event-store/event-store.ts'
import type { TestShop } from '../shop/shop.ts'

/** An event as a foreign client writes it into the shop's log; `metadata` is by default that of an existing event. */
export type Planted = Place & { type: string; data: unknown; metadata?: unknown }

/** Appends an event directly, bypassing the shop's checks. The log must not be empty. */
export function plantEvent(shop: TestShop, planted: Planted): Promise<Position> {
  return shop.eventStoreUrl === undefined ? plantRow(shop, planted) : plantInServer(shop.eventStoreUrl, planted)
}

async function plantRow({ shop }: TestShop, planted: Planted): Promise<Position> {
  const { stream, revision, type, data, metadata } = planted
  const { rows } = await shop.infrastructure.database.pool.query<{ position: number }>(
    `with moved as (update log_head set position = position + 1 returning position)
     insert into events (position, stream, revision, id, type, data, metadata, at)
     select position, $1, $2::int, $3::uuid, $4, $5::jsonb,
       coalesce($6::jsonb, (select metadata from events order by events.position limit 1)), now() from moved
     returning position`,
    [stream, revision, newId(), type, JSON.stringify(data), metadata === undefined ? null : JSON.stringify(metadata)],
  )
  return Number(rows[0]?.position)
}

async function plantInServer(url: string, { stream, revision, type, data, metadata }: Planted): Promise<Position> {
  const client = EventStoreDBClient.connectionString`${url}`
  try {
    const content = {
      data: jsonOf(data),
      metadata: metadata === undefined ? await metadataIn(client) : jsonOf(metadata),
    }
    const event = jsonEvent({ id: newId(), type, ...content })
    const expectedRevision = revision === 0 ? NO_STREAM : BigInt(revision - 1)
    const { position } = await client.appendToStream(stream, event, { expectedRevision })
    return Number(position?.commit)
  } finally {
    await client.dispose()
  }
}

/** Reads to the end: an abandoned read of this client never terminates. */
async function metadataIn(client: EventStoreDBClient): Promise<JSONType> {
  const found: JSONType[] = []
  const events = client.readStream(shopIdentityStream, { maxCount: 1 })
  for await (const { event } of events) found.push(jsonOf(event?.metadata))
  if (found[0] === undefined) throw new Error('the log holds no event of the shop yet')
  return found[0]
}

function jsonOf(value: unknown): JSONType {
  return JSON.parse(JSON.stringify(value))
}
