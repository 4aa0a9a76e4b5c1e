import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { VersionedQuery } from '../query.ts'
import { WordListBuilder, type WordList } from './word-list.ts'

/** Some 30 MB; the words of a larger catalogue are looked up in the database. */
const maxWords = 200_000
/** A page takes a few milliseconds, in which this process does nothing else. */
const pageSize = 2_000

const storedWords = Compile(Type.Array(Type.Object({ word: Type.String(), documents: Type.Number() })))

/** Queries are compared with words, and with how they sound; other marked words are only searched for. */
const nextWords = `select word, documents from live.vocabulary
  where word > $1 and left(word, 1) <> all('{=,@,#,^,!}') order by word limit ${pageSize}`

/** Undefined if the words changed while they were read, or are too many. */
export async function readWordList(query: VersionedQuery): Promise<WordList | undefined> {
  const builder = new WordListBuilder()
  let version: number | undefined
  while (builder.size <= maxWords) {
    const page = await query(nextWords, [builder.last ?? ''])
    if (version !== undefined && page.wordsVersion !== version) return undefined
    version = page.wordsVersion
    const words = storedWords.Parse(page.rows)
    builder.add(words)
    if (words.length < pageSize) return builder.build(version)
  }
  return undefined
}
