import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Query } from './query.ts'
import { idOf, rowVersion } from './row-version.ts'

/** The documents of rows as JSON. */
export type Sources = {
  /** A small catalogue soon has all documents in memory; of a large one, most would never be shown. */
  haveRoom(): boolean
  keep(version: string, source: string): void
  /** In the order of the versions; those of rows that no longer exist are left out. */
  read(query: Query, versions: readonly string[]): Promise<string[]>
}

/** Some 10,000 documents. */
const maxBytes = 24_000_000

const storedSources = Compile(
  Type.Array(Type.Object({ id: Type.String(), version: Type.String(), source: Type.String() })),
)

/** Caches the documents read last as bytes, because a string with a character beyond Latin-1 takes twice the memory. */
export function cachedSources(): Sources {
  const cache = new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: ({ length }) => length })
  const keep = (version: string, source: string) => cache.set(version, Buffer.from(source))

  return {
    haveRoom: () => cache.calculatedSize < 0.9 * maxBytes,
    keep,
    async read(query, versions) {
      const known = versions.map((version) => cache.get(version)?.toString())
      const unknown = versions.filter((_, place) => known[place] === undefined).map(idOf)
      const read = unknown.length === 0 ? [] : await readSources(query, unknown)
      for (const { version, source } of read) keep(version, source)
      const found = new Map(read.map(({ id, source }) => [id, source]))
      return versions.flatMap((version, place) => known[place] ?? found.get(idOf(version)) ?? [])
    },
  }
}

async function readSources(query: Query, ids: readonly string[]) {
  return storedSources.Parse(
    await query(
      `select d.id, ${rowVersion('d')} as version, d.source::text as source
       from live.document d where d.id = any($1::text[])`,
      [ids],
    ),
  )
}
