import { timeOfId } from '../../domain/ids.ts'
import type { OwnershipRecord } from './events.ts'

type OwnershipParts = Omit<OwnershipRecord, 'name'> & { name: string | undefined }

export function ownershipOf({ name, ...rest }: OwnershipParts): OwnershipRecord {
  return name === undefined ? rest : { ...rest, name }
}

/** `shop.example.in (since 2026-11-22, id 019aab…)`. */
export function describeShop({ shopId, name }: Pick<OwnershipRecord, 'shopId' | 'name'>): string {
  const since = new Date(timeOfId(shopId)).toISOString().slice(0, 10)
  return `${name ?? 'a shop without PUBLIC_URL'} (since ${since}, id ${shopId})`
}

export function isSameOwnership(one: OwnershipRecord, other: OwnershipRecord | undefined): boolean {
  return other !== undefined && one.shopId === other.shopId && one.name === other.name && isSameDatabase(one, other)
}

/** An account without permission to read the cluster's id knows only the oid. */
export function isSameDatabase(
  { database: one }: OwnershipRecord,
  { database: other }: Pick<OwnershipRecord, 'database'>,
): boolean {
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`)
}

/** Ignores the port, so that a shop is the same on any port of its host. */
export function isSameHost(one: string | undefined, other: string | undefined): boolean {
  return hostOf(one ?? '') === hostOf(other ?? '')
}

/** `shop.example.in` of `shop.example.in:8443`. */
function hostOf(name: string): string {
  return name.replace(/:\d+$/, '')
}

/**
 * Whether this database is a copy made for another shop, such as a staging shop: it has another database id, and runs
 * under another name or none. A restored database runs under its previous name.
 */
export function isCopyUnderAnotherName(known: OwnershipRecord, own: OwnershipRecord): boolean {
  return !isSameDatabase(known, own) && known.name !== undefined && !isSameHost(known.name, own.name)
}
