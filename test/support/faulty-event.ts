import type { Place, Position } from '#core/event-store/event-store.ts'
import type { TestShop } from './shop.ts'

const nobodysOrder: Place = { stream: 'order-ORD00000000', revision: 0 }

/** Appends, by hand, an order that no read model of orders can take. The log must hold an event already. */
export async function plantFaultyEvent({ shop }: TestShop, place: Place = nobodysOrder): Promise<Position> {
  const { rows } = await shop.infrastructure.database.pool.query<{ position: number }>(
    `with moved as (update log_head set position = position + 1 returning position)
     insert into events (position, stream, revision, id, type, data, metadata, at)
     select position, $1, $2::int, gen_random_uuid(), 'OrderPlaced', '{"odd": true}',
       (select metadata from events order by events.position limit 1), now() from moved returning position`,
    [place.stream, place.revision],
  )
  return Number(rows[0]?.position)
}
