import { databaseId } from '../../database/database-id.ts'
import type { Seat } from './events.ts'
import { ensureIdentity, writeIdentity } from './identity-row.ts'
import { nameOfShop } from './own-name.ts'
import { seatOf } from './seat.ts'
import type { IdentityDeps, ShopIdentity } from './shop-identity.ts'

/** For events in the database's own tables: only its identity row records the owner. */
export function identityInDatabase(deps: IdentityDeps): ShopIdentity {
  const { db, newId } = deps

  async function claim(): Promise<Seat> {
    const row = await ensureIdentity(db, newId)
    const name = await nameOfShop(deps, row)
    if (name !== row.name) await writeIdentity(db, { ...row, name })
    return seatOf({ shopId: row.id, name: deps.name, database: await databaseId(db) })
  }

  return {
    claim,
    seat: claim,
    assertOwn: async () => void (await claim()),
    suspect: () => undefined,
    refusal: () => Promise.resolve(undefined),
    async adoptLog() {
      const seat = await claim()
      return { seat, before: seat }
    },
  }
}
