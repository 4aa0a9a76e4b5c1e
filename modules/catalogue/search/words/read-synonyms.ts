import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { SynonymKind, SynonymLanguage, type SynonymEntry } from './synonym-entry.ts'

const file = new URL('synonyms.csv', import.meta.url)

const Rows = Compile(
  Type.Array(
    Type.Object({
      id: Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }),
      language: SynonymLanguage,
      terms: Type.String({ minLength: 1 }),
      means: Type.String({ minLength: 1 }),
      kind: SynonymKind,
    }),
  ),
)

/**
 * The synonyms that come with the shop, from `synonyms.csv`. The texts of the columns terms and means are separated by
 * `|`. An id never changes its meaning: a shop takes an entry in once, and its admin may have edited it since.
 */
export function suppliedSynonyms(): SynonymEntry[] {
  const rows: unknown = parse(readFileSync(file), { columns: true })
  return Rows.Parse(rows).map((row) => ({ ...row, terms: row.terms.split('|'), means: row.means.split('|') }))
}
