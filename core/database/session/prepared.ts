import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely'
import { codeOf } from '../../process/system-error.ts'

/** A complete query: built by Kysely's builder, or by `sql`. */
type Runnable<Row> = Compilable<Row> | { compile(db: Kysely<unknown>): CompiledQuery<Row> }

/** The names of prepared statements by their text. */
const names = new Map<string, string>()
let given = 0

/**
 * Far above the number of statements: texts that differ from call to call must not fill the memory of every session.
 */
const mostNames = 500

/**
 * Runs a query that each session prepares once. For frequent queries whose text is always the same, and whose plan need
 * not depend on the parameters.
 */
export function executePrepared<Row>(db: Kysely<unknown>, query: Runnable<Row>): Promise<QueryResult<Row>> {
  const compiled = query.compile(db)
  if (!names.has(compiled.sql) && names.size < mostNames) names.set(compiled.sql, nextName())
  return db.executeQuery<Row>(compiled)
}

/** The name of the prepared statement with this text; `undefined` if it must not be prepared. */
export function preparedName(text: string): string | undefined {
  return names.get(text)
}

/**
 * Whether the query failed because its prepared statement returns other columns since a table was changed. Gives it a new
 * name, so that it is prepared again.
 */
export function isOutdated(text: string, error: unknown): boolean {
  const wasPrepared = names.has(text) && codeOf(error) === '0A000' && String(error).includes('cached plan')
  if (wasPrepared) names.set(text, nextName())
  return wasPrepared
}

function nextName(): string {
  return `shop-${++given}`
}
