import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { databaseFailure, isSessionLost } from './failure.ts'

/** The pool as Kysely sees it: failures of the database arrive as `EngineUnavailable`, with an honest outcome. */
export function guardedPool(pool: Pool): PostgresPool {
  const guards = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw databaseFailure(error, 'none')
      })
      const guard = guards.get(client) ?? guarded(client)
      guards.set(client, guard)
      return guard
    },
  }
}

function guarded(client: PoolClient): PostgresPoolClient {
  /** What ended the session: the truth about a commit, which a rollback that fails after it must not cover. */
  let loss: Error | undefined

  function query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query(text: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('cursors are not configured')
    return run(text, parameters)
  }

  async function run(text: string, parameters: readonly unknown[]): Promise<unknown> {
    if (loss !== undefined) throw loss
    const outcome = outcomeIfLost(text, client.getTransactionStatus() !== 'I')
    try {
      return await client.query(text, [...parameters])
    } catch (error) {
      const failure = databaseFailure(error, outcome)
      if (isSessionLost(error) && failure instanceof Error) loss = failure
      throw failure
    }
  }

  return {
    query,
    release(destroy) {
      client.release(destroy === true || loss !== undefined)
    },
  }
}

/** Inside a transaction only the commit can have happened unseen; outside, whatever is not a plain read. */
function outcomeIfLost(text: string, isInTransaction: boolean): 'none' | 'unknown' {
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? ''
  if (isInTransaction) return verb === 'commit' ? 'unknown' : 'none'
  return ['select', 'show', 'begin', 'start', 'set', 'rollback'].includes(verb) ? 'none' : 'unknown'
}
