import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { storedProfile, type Profile } from '../document/profile.ts'
import type { Query } from './query.ts'

/** A row of the table `document`: its id, and what differs in every other version of it and in every other table. */
export type RowVersion = readonly [id: string, version: string]

/** The SQL for the version of a row. Each change of a row is one transaction of its own. */
export const rowVersion = (row: string) => `${row}.tableoid::text || ' ' || ${row}.xmin::text`

/** Reads the profiles of rows; a row that no longer exists has none. */
export type Profiles = (query: Query, rows: readonly RowVersion[]) => Promise<ReadonlyMap<string, Profile>>

/** Some 10,000 profiles, which take twice their JSON in memory. */
const maxCharacters = 12_000_000
/** More rows would only displace each other. */
const mostCached = 2_000

const profileRows = Compile(
  Type.Array(Type.Object({ id: Type.String(), version: Type.String(), profile: Type.String() })),
)

/** Most of the time of a search would be spent on reading the profiles that it ranks by, so those read last are kept. */
export function cachedProfiles(): Profiles {
  const cache = new LRUCache<string, Profile>({ maxSize: maxCharacters })
  return async (query, rows) => {
    const known = rows.map(([id, version]) => [id, cache.get(`${version} ${id}`)] as const)
    const missing = known.flatMap(([id, profile]) => (profile === undefined ? [id] : []))
    const read = missing.length === 0 ? [] : await readProfiles(query, missing)
    if (rows.length <= mostCached)
      for (const { id, version, size, profile } of read) cache.set(`${version} ${id}`, profile, { size })
    const found = known.flatMap(([id, profile]) => (profile === undefined ? [] : [[id, profile] as const]))
    return new Map([...found, ...read.map(({ id, profile }) => [id, profile] as const)])
  }
}

async function readProfiles(query: Query, ids: readonly string[]) {
  const rows = await query(
    `select d.id, ${rowVersion('d')} as version, d.profile::text as profile
     from live.document d where d.id = any($1::text[])`,
    [ids],
  )
  return profileRows.Parse(rows).map(({ profile: json, ...row }) => {
    const profile = storedProfile(json)
    if (profile === undefined) throw new Error(`the search index has an unreadable profile of ${row.id}`)
    return { ...row, profile, size: json.length }
  })
}
