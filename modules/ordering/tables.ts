import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const migration: Migration = {
  async up(db) {
    await sql`create table cart_reservations (
      cart bytea primary key,
      command_id uuid not null,
      expires_at timestamptz not null
    )`.execute(db)
    await sql`create index on cart_reservations (expires_at)`.execute(db)
  },
}

export const orderingMigrations: Record<string, Migration> = { '2026-11-24-cart-reservations': migration }

/** Which command may order a cart, until the cart's stream says that it was ordered. Shared by all processes. */
export type CartReservations = {
  /** False if another command has reserved the cart. Repeating it for the same command is harmless. */
  reserve(cartId: string, commandId: string): Promise<boolean>
  /** Call if the command certainly placed no order: the cart can then be ordered again. */
  release(cartId: string, commandId: string): Promise<void>
}

/** Much longer than the reactor `cart-check-out` takes to end the cart. */
const lifetime = '1 day'

/** Deletes two expired rows for each new one, so that the table does not grow. */
const purged = (cart: Buffer) => sql`
  delete from cart_reservations where cart in (
    select cart from cart_reservations where expires_at < now() and cart <> ${cart} limit 2 for update skip locked)`

/**
 * Reservations in Postgres. Anyone who knows a cart's id may use the cart, so only its hash is stored. The commit does not wait
 * for the disk: a crash of the database may lose the reservations of its last moments, whose orders end their carts.
 */
export function cartReservations(db: Kysely<unknown>): CartReservations {
  return {
    async reserve(cartId, commandId) {
      const cart = hashOf(cartId)
      const { rows } = await sql`
        with purged as (${purged(cart)})
        insert into cart_reservations as kept (cart, command_id, expires_at)
        select ${cart}, ${commandId}::uuid, now() + ${lifetime}::interval
        from (select set_config('synchronous_commit', 'off', true)) as mode
        on conflict (cart) do update
          set command_id = excluded.command_id, expires_at = excluded.expires_at
          where kept.command_id = excluded.command_id or kept.expires_at < now()
        returning cart`.execute(db)
      return rows.length === 1
    },

    async release(cartId, commandId) {
      await sql`delete from cart_reservations where cart = ${hashOf(cartId)} and command_id = ${commandId}`.execute(db)
    },
  }
}

function hashOf(cartId: string): Buffer {
  return createHash('sha256').update(cartId.toLowerCase()).digest()
}
