import { sql } from 'kysely'
import { digestOf } from '#core/http/security/throttle.ts'
import type { TestShop } from './shop.ts'

type UsedUp = { budget: string; key: string; points: number }

/** Uses up a budget for the next ten minutes, as other processes would. */
export async function useUp({ shop }: TestShop, { budget, key, points }: UsedUp): Promise<void> {
  const values = sql.join([`${budget}:${digestOf(key)}`, points, Date.now() + 600_000])
  await sql`insert into throttles values (${values})
    on conflict (key) do update set points = excluded.points, expire = excluded.expire`.execute(
    shop.infrastructure.database.db,
  )
}

/** Ends the windows of all budgets, as if their time had passed. */
export async function endWindows({ shop }: TestShop): Promise<void> {
  await sql`truncate throttles`.execute(shop.infrastructure.database.db)
}
