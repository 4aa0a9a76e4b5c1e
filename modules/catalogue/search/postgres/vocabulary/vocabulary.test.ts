import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgresIndexes, type PostgresSearchIndexes } from '#test/support/engines/search-indexes.ts'
import { searchDocument } from '#test/support/projections/search-documents.ts'
import { typedQuery } from '../../query/typed-query.ts'
import { readingOf } from '../query.ts'
import { readWordList } from './read-word-list.ts'
import { postgresVocabulary } from './vocabulary.ts'

let indexes: PostgresSearchIndexes

beforeAll(async () => {
  indexes = await openPostgresIndexes()
  await indexes.index.live().put(['Monitor', 'Pump', 'मॉनिटर'].map((title) => searchDocument(title, { title })))
})
afterAll(() => indexes.dispose())

/** The guesses for an unfinished word, by the words in memory or by those that the database looks up. */
function guesses(text: string, place: 'in memory' | 'in the database'): Promise<string[]> {
  const [term] = typedQuery(text).terms
  if (term === undefined) throw new Error(`${text} has no term`)
  return readingOf(
    indexes.database.pool,
    1,
  )(async (query) => {
    const versioned = async (sql: string, values: readonly unknown[]) => ({
      rows: await query(sql, values),
      wordsVersion: 1,
    })
    const words = place === 'in memory' ? await readWordList(versioned) : undefined
    const atoms = await postgresVocabulary(query, words).guess(term)
    return atoms.flatMap((atom) => atom.words)
  })
}

test.each([
  ['moniter', 'monitor'],
  ['onito', 'monitor'],
  ['ponito', 'monitor'],
  ['xmoni', 'monitor'],
  ['omni', 'monitor'],
  ['पॉनिट', 'मॉनिटर'],
])('the beginning %s is guessed in memory and in the database', async (text, word) => {
  expect(await guesses(text, 'in memory')).toEqual([word])
  expect(await guesses(text, 'in the database')).toEqual([word])
})
