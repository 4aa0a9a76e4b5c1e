import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { storedProfile, type Profile } from '../document/profile.ts'
import type { SearchDocument } from '../product-search-index.ts'
import { storedDocument } from '../stored-document.ts'
import type { Query } from './query.ts'
import { idOf, rowVersion, tableOf } from './row-version.ts'
import { cachedSources, type Sources } from './sources.ts'

/** The data of one version of a row that a search needs. */
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

/** How many of the rows of a table have been read ahead. */
type Reading = { table: string; place: number; isStarted: boolean }

/**
 * The number of rows that are read at a time, which takes a few milliseconds, and the share of the cache that must be
 * empty.
 */
const ahead = { rows: 200, room: 0.02 }

/**
 * Reading the rows to rank would take most of the time of a search, so the rows read last are cached. The first read
 * also starts to read the newest rows ahead, in the background, until the cache is full.
 */
export function cachedRows(): Rows {
  const sources = cachedSources()
  const read = rowReader(sources)

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

function rowReader(sources: Sources): (query: Query, versions: readonly string[]) => Promise<Row[]> {
  const cache = new LRUCache<string, Row>({ maxSize: maxCharacters })

  function keep(read: readonly StoredRow[]): void {
    for (const { row, size, source } of read) {
      cache.set(row.version, row, { size })
      if (source !== null) sources.keep(row.version, source)
    }
  }

  const readAhead = readingAhead({
    hasRoom: () => cache.calculatedSize < (1 - ahead.room) * maxCharacters,
    readFrom: async (query, place) => {
      const read = await readNewestRows(query, place, sources.haveRoom())
      keep(read)
      return read.length
    },
  })

  async function missing(query: Query, versions: readonly string[]): Promise<Row[]> {
    const isCacheable = versions.length <= mostCached
    const read = await readRows(query, versions, isCacheable && sources.haveRoom())
    if (isCacheable) keep(read)
    readAhead(query, tableOf(versions[0] ?? ''))
    return read.map(({ row }) => row)
  }

  return async (query, versions) => {
    const known = versions.map((version) => cache.get(version))
    const unknown = versions.filter((_, place) => known[place] === undefined)
    if (unknown.length === 0) return known.filter((row) => row !== undefined)
    const found = new Map((await missing(query, unknown)).map((row) => [row.id, row]))
    return versions.flatMap((version, place) => known[place] ?? found.get(idOf(version)) ?? [])
  }
}

type Ahead = { hasRoom: () => boolean; readFrom: (query: Query, place: number) => Promise<number> }

/** Starts to read a table ahead, unless that has begun. */
function readingAhead({ hasRoom, readFrom }: Ahead): (query: Query, table: string) => void {
  let reading: Reading = { table: '', place: 0, isStarted: false }

  async function readOn(query: Query, one: Reading): Promise<void> {
    one.isStarted = true
    try {
      while (hasRoom()) {
        const count = await readFrom(query, one.place)
        one.place += ahead.rows
        if (count < ahead.rows) return
      }
    } catch {
      // A search that fails for the same reason reports it; the next one continues.
      one.isStarted = false
    }
  }

  return (query, table) => {
    if (table !== reading.table) reading = { table, place: 0, isStarted: false }
    if (!reading.isStarted) void readOn(query, reading)
  }
}

type StoredRow = { row: Row; size: number; source: string | null }

/** The parameter $2 says whether the documents are read, too. */
const columns = `d.id, ${rowVersion('d')} as version, d.created_at, s.category, s.brand, s.company,
  d.profile::text as profile, case when $2::boolean then d.source::text end as source`

async function readRows(query: Query, versions: readonly string[], withSources: boolean): Promise<StoredRow[]> {
  const text = `select ${columns} from live.document d join live.shelf s on s.id = d.shelf where d.id = any($1::text[])`
  return storedIn(await query(text, [versions.map(idOf), withSources]))
}

async function readNewestRows(query: Query, from: number, withSources: boolean): Promise<StoredRow[]> {
  const text = `select ${columns}
    from live.document d join live.shelf s on s.id = d.shelf
    where d.id in (select id from live.document order by created_at desc, id limit ${ahead.rows} offset $1)`
  return storedIn(await query(text, [from, withSources]))
}

function storedIn(rows: readonly unknown[]): StoredRow[] {
  return storedRows.Parse(rows).map(({ profile: json, source, created_at: createdAt, ...row }) => {
    const profile = storedProfile(json)
    if (profile === undefined) throw new Error(`the search index has an unreadable profile of ${row.id}`)
    return { row: { ...row, createdAt, profile }, size: json.length, source }
  })
}
