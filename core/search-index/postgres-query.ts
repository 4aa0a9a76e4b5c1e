import { createHash } from 'node:crypto'
import type { Pool, QueryResultRow } from 'pg'
import { databaseFailure } from '../database/failure.ts'

/** Runs a read on any connection. Each text is planned once a connection: texts must be few, values are parameters. */
export type Query = <Row extends QueryResultRow>(text: string, values: readonly unknown[]) => Promise<Row[]>

/** @throws EngineUnavailable where the database does not answer */
export function preparedQuery(pool: Pool): Query {
  return async <Row extends QueryResultRow>(text: string, values: readonly unknown[]) => {
    const name = `search_${createHash('sha1').update(text).digest('base64url')}`
    try {
      const { rows } = await pool.query<Row>({ name, text, values: [...values] })
      return rows
    } catch (error) {
      throw databaseFailure(error)
    }
  }
}
