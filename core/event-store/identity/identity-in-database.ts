import { databaseId } from '../../database/database-id.ts'
import type { OwnershipRecord } from './events.ts'
import { ensureIdentity, writeIdentity } from './identity-row.ts'
import { nameOfShop } from './own-name.ts'
import { ownershipOf } from './ownership.ts'
import type { IdentityDeps, ShopIdentity } from './shop-identity.ts'

/** For events in the database's own tables: only its identity row records the owner. */
export function identityInDatabase(deps: IdentityDeps): ShopIdentity {
  const { db, newId } = deps

  async function claim(): Promise<OwnershipRecord> {
    const row = await ensureIdentity(db, newId)
    const name = await nameOfShop(deps, row)
    if (name !== row.name) await writeIdentity(db, { ...row, name })
    return ownershipOf({ shopId: row.id, name: deps.name, database: await databaseId(db) })
  }

  return {
    claim,
    ownership: claim,
    assertOwn: async () => void (await claim()),
    suspect: () => undefined,
    refusal: () => Promise.resolve(undefined),
    async adoptLog() {
      const ownership = await claim()
      return { ownership, before: ownership }
    },
  }
}
