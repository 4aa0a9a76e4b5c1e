import { newId } from '#core/ids.ts'
import type { Place, Position } from '#core/event-store/event-store.ts'
import type { TestShop } from './shop.ts'

/** An event as somebody else writes it into the shop's tables; by itself as the shop's newest one says whose it is. */
export type Planted = Place & { type: string; data: unknown; metadata?: unknown }

/** Appends a row by hand, past all that the shop checks. The log must hold an event already. */
export async function plantEvent({ shop }: TestShop, planted: Planted): Promise<Position> {
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
