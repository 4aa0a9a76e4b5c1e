import { sql, type Kysely } from 'kysely'
import { likePatterns } from '#core/database/like-patterns.ts'
import type { Words } from './domain/events.ts'

/** One synonym, written by the projection `search-synonyms`. */
export type SynonymRow = {
  entry_id: string
  language: string
  terms: string[]
  means: string[]
  kind: string
  /** Whether it came with a release; otherwise an admin added it. */
  is_supplied: boolean
  is_removed: boolean
  /** The words that an undo restores; null where there is nothing to undo. */
  before: Words | null
  /** The number of its changes. */
  revision: number
  changed_at: string
  /** The position of its last event, which orders the list. */
  changed_position: number
}

type Tables = { 'read_search_synonyms.synonyms': SynonymRow }

/** Every word of `text`, or part of one, must occur in the id, the terms or what they mean. */
export type SynonymFilter = {
  text?: string | undefined
  language?: string | undefined
  kind?: string | undefined
  isRemoved: boolean
}

export type SynonymPage = { rows: SynonymRow[]; total: number }

const searched = sql<string>`lower(concat_ws(' ', entry_id, array_to_string(terms, ' '), array_to_string(means, ' ')))`

/** Queries on the synonyms. */
export function synonymQueries(db: Kysely<unknown>) {
  const synonyms = () => db.$extendTables<Tables>().selectFrom('read_search_synonyms.synonyms')

  function matching({ text, language, kind, isRemoved }: SynonymFilter) {
    let query = synonyms().where('is_removed', '=', isRemoved)
    if (language !== undefined) query = query.where('language', '=', language)
    if (kind !== undefined) query = query.where('kind', '=', kind)
    for (const pattern of likePatterns(text)) query = query.where(searched, 'like', pattern)
    return query
  }

  return {
    /** The last changed first. */
    async page(filter: SynonymFilter, { page, size }: { page: number; size: number }): Promise<SynonymPage> {
      const ordered = matching(filter).selectAll().orderBy('changed_position', 'desc').orderBy('entry_id')
      const onPage = ordered.limit(size).offset(page * size)
      const total = matching(filter).select(sql<number>`count(*)`.as('total'))
      const [rows, count] = await Promise.all([onPage.execute(), total.executeTakeFirst()])
      return { rows, total: count?.total ?? 0 }
    },

    /** Every synonym of the search, by id. */
    all: (): Promise<SynonymRow[]> =>
      synonyms().selectAll().where('is_removed', '=', false).orderBy('entry_id').execute(),
  }
}

export type SynonymQueries = ReturnType<typeof synonymQueries>
