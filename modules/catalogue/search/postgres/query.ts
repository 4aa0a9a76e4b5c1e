import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Pool, QueryResultRow } from 'pg'
import { databaseFailure } from '#core/database/failure.ts'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { codeOf } from '#core/process/system-error.ts'
import { schemaOf } from './tables.ts'
import type { CachedWords } from './vocabulary/cached-words.ts'
import type { WordList } from './vocabulary/word-list.ts'

/**
 * Runs a read in one generation; the text names its tables `live.document` and so on. Each text becomes a prepared
 * statement on every connection, so texts must be few and values must be parameters.
 */
export type Query = <Row extends QueryResultRow>(text: string, values: readonly unknown[]) => Promise<Row[]>

/** Runs queries that all see the same generation: the one that is live when the last query runs. */
export type Reading = <T>(work: (query: Query) => Promise<T>) => Promise<T>

/** The same; the work is retried unless each query after `takeWords` sees the version of the words that it returned. */
export type LiveReading = <T>(work: (query: Query, takeWords: TakeWords) => Promise<T>) => Promise<T>

/** Undefined if the words in memory are not those of the generation. */
export type TakeWords = () => WordList | undefined

/** A query with the version of the vocabulary that it saw. */
export type VersionedQuery = (
  text: string,
  values: readonly unknown[],
) => Promise<{ rows: QueryResultRow[]; wordsVersion: number }>

/** The search has a few dozen statements, and a few generations. */
const maxStatements = 500

/** A swap happened in the meantime: the work must be retried in the generation that is now live. */
class Superseded extends Error {
  override readonly name = 'Superseded'
  readonly live: number

  constructor(live: number) {
    super(`generation ${live} of the search index is live`)
    this.live = live
  }
}

/** @throws EngineUnavailable if the database does not answer */
export function liveReading(pool: Pool, words: CachedWords): LiveReading {
  let known: number | undefined
  return async (work) => {
    for (;;) {
      const number = known ?? (await liveNumber(pool))
      try {
        const { query, takeWords } = queriesIn(pool, number, words)
        const result = await work(query, takeWords)
        known = number
        return result
      } catch (error) {
        known = undefined
        if (!(await isSuperseded(error, pool, number))) throw error
      }
    }
  }
}

/** Reads one generation, whether it is live or not. */
export function readingOf(pool: Pool, number: number): Reading {
  return (work) => work((text, values) => run(pool, statementIn(text, number), values))
}

/** Fails unless all queries see the live generation and, once the words were taken, their version. */
function queriesIn(pool: Pool, number: number, words: CachedWords) {
  let taken: WordList | undefined

  async function query<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const { rows, wordsVersion } = await checked<Row>(pool, number, { text, values })
    words.note(number, wordsVersion)
    if (taken !== undefined && taken.version !== wordsVersion) throw new Superseded(number)
    return rows
  }

  return { query, takeWords: () => (taken = words.of(number)) }
}

export function versionedQuery(pool: Pool, number: number): VersionedQuery {
  return (text, values) => checked(pool, number, { text, values })
}

type Checked<Row> = Row & { live_generation: number; words_version: number; is_found: true | null }

/** Checks in the same snapshot that the generation is live. Without an answer, there is one row that is not found. */
async function checked<Row extends QueryResultRow>(
  pool: Pool,
  number: number,
  { text, values }: { text: string; values: readonly unknown[] },
) {
  const rows = await run<Checked<Row>>(pool, checkedStatementIn(text, number), values)
  const [first] = rows
  if (first?.live_generation !== number) throw new Superseded(first?.live_generation ?? 0)
  return { rows: rows.filter((row) => row.is_found === true), wordsVersion: first.words_version }
}

/** An undefined table, a lock timeout, and a deadlock. */
const refusedByDrop = /^(42P01|55P03|40P01)$/

/** A process that missed swaps finds its generation dropped, or locked by the process that is dropping it. */
async function isSuperseded(error: unknown, pool: Pool, number: number): Promise<boolean> {
  if (error instanceof Superseded) return true
  const refusal = error instanceof EngineUnavailable ? error.cause : error
  return refusedByDrop.test(codeOf(refusal)) && (await liveNumber(pool)) !== number
}

const liveStatement = prepared('select live from search_index.generation')

async function liveNumber(pool: Pool): Promise<number> {
  const [row] = await run<{ live: number }>(pool, liveStatement, [])
  if (row === undefined) throw new Error('the search index was not prepared')
  return row.live
}

type Statement = { name: string; text: string }

function prepared(text: string): Statement {
  return { name: `search_${createHash('sha1').update(text).digest('base64url')}`, text }
}

/** Writes each statement once a generation. */
function statements(write: (text: string, number: number) => string): (text: string, number: number) => Statement {
  const known = new LRUCache<string, Statement>({ max: maxStatements })
  return (text, number) => {
    const key = `${number} ${text}`
    const statement = known.get(key) ?? prepared(write(text, number))
    known.set(key, statement)
    return statement
  }
}

const named = (text: string, number: number) => text.replaceAll('live.', `${schemaOf(number)}.`)
const statementIn = statements(named)

/**
 * Row by row, because the driver copies a long message again with each chunk of it that arrives. The limit tells the
 * planner that there is one generation.
 */
const checkedStatementIn = statements(
  (text, number) => `select one.live as live_generation, one.words_version, answer.*
    from (select live, (select version from ${schemaOf(number)}.vocabulary_version) as words_version
      from search_index.generation limit 1) as one
    left join lateral (select true as is_found, found.* from (${named(text, number)}) as found) as answer on true`,
)

async function run<Row extends QueryResultRow>(pool: Pool, statement: Statement, values: readonly unknown[]) {
  try {
    const { rows } = await pool.query<Row>({ ...statement, values: [...values] })
    return rows
  } catch (error) {
    throw databaseFailure(error)
  }
}
