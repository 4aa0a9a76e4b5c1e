import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { storedProfile, type Profile } from '../document/profile.ts'
import type { SearchDocument } from '../product-search-index.ts'
import { storedDocument } from '../stored-document.ts'
import type { Query } from './query.ts'
import { idOf, rowVersion } from './row-version.ts'
import { cachedSources } from './sources.ts'

/** What a search needs of one version of a row. */
export type Row = {
  id: string
  version: string
  createdAt: number
  category: string
  brand: string
  company: string
  profile: Profile
}

/** The rows as one search reads them. */
export type RowReader = {
  /** The rows of these versions, in their order; one that no longer exists is left out. */
  read(versions: readonly string[]): Promise<Row[]>
  /** The documents of rows that were read, in their order; those that no longer exist are left out. */
  documents(ids: readonly string[]): Promise<SearchDocument[]>
}

export type Rows = (query: Query) => RowReader

/** Some 10,000 rows, which take twice the JSON of their profiles in memory. */
const maxCharacters = 12_000_000
/** More rows would only displace each other. */
const mostCached = 2_000

const storedRows = Compile(
  Type.Array(
    Type.Object({
      id: Type.String(),
      version: Type.String(),
      created_at: Type.Number(),
      category: Type.String(),
      brand: Type.String(),
      company: Type.String(),
      profile: Type.String(),
      source: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
)

/** Most of the time of a search would be spent on reading the rows that it ranks by, so those read last are kept. */
export function cachedRows(): Rows {
  const kept = new LRUCache<string, Row>({ maxSize: maxCharacters })
  const sources = cachedSources()

  async function missing(query: Query, versions: readonly string[]): Promise<Row[]> {
    const isKept = versions.length <= mostCached
    const read = await readRows(query, versions, isKept && sources.haveRoom())
    for (const { row, size, source } of isKept ? read : []) {
      kept.set(row.version, row, { size })
      if (source !== null) sources.keep(row.version, source)
    }
    return read.map(({ row }) => row)
  }

  async function read(query: Query, versions: readonly string[]): Promise<Row[]> {
    const known = versions.map((version) => kept.get(version))
    const unknown = versions.filter((_, place) => known[place] === undefined)
    if (unknown.length === 0) return known.filter((row) => row !== undefined)
    const found = new Map((await missing(query, unknown)).map((row) => [row.id, row]))
    return versions.flatMap((version, place) => known[place] ?? found.get(idOf(version)) ?? [])
  }

  return (query) => {
    const versions = new Map<string, string>()
    return {
      async read(wanted) {
        const found = await read(query, wanted)
        for (const { id, version } of found) versions.set(id, version)
        return found
      },
      async documents(ids) {
        const shown = ids.flatMap((id) => versions.get(id) ?? [])
        return (await sources.read(query, shown)).map((source) => storedDocument(JSON.parse(source)))
      },
    }
  }
}

async function readRows(query: Query, versions: readonly string[], withSources: boolean) {
  const rows = await query(
    `select d.id, ${rowVersion('d')} as version, d.created_at, s.category, s.brand, s.company,
       d.profile::text as profile, case when $2::boolean then d.source::text end as source
     from live.document d join live.shelf s on s.id = d.shelf where d.id = any($1::text[])`,
    [versions.map(idOf), withSources],
  )
  return storedRows.Parse(rows).map(({ profile: json, source, created_at: createdAt, ...row }) => {
    const profile = storedProfile(json)
    if (profile === undefined) throw new Error(`the search index has an unreadable profile of ${row.id}`)
    return { row: { ...row, createdAt, profile }, size: json.length, source }
  })
}
