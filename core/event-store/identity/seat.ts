import { timeOfId } from '../../domain/ids.ts'
import type { Seat } from './events.ts'

type SeatParts = Omit<Seat, 'name'> & { name: string | undefined }

export function seatOf({ name, ...rest }: SeatParts): Seat {
  return name === undefined ? rest : { ...rest, name }
}

/** `shop.example.in (since 2026-11-22, id 019aab…)`. */
export function describeShop({ shopId, name }: Pick<Seat, 'shopId' | 'name'>): string {
  const since = new Date(timeOfId(shopId)).toISOString().slice(0, 10)
  return `${name ?? 'a shop without PUBLIC_URL'} (since ${since}, id ${shopId})`
}

export function isSameSeat(one: Seat, other: Seat | undefined): boolean {
  return other !== undefined && one.shopId === other.shopId && one.name === other.name && isSameDatabase(one, other)
}

/** An account without permission to read the cluster's id knows only the oid. */
export function isSameDatabase({ database: one }: Seat, { database: other }: Pick<Seat, 'database'>): boolean {
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
export function isCopyUnderAnotherName(known: Seat, own: Seat): boolean {
  return !isSameDatabase(known, own) && known.name !== undefined && !isSameHost(known.name, own.name)
}
