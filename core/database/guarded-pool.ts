import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { databaseFailure, isSessionLost } from './failure.ts'
import { isOutdated, preparedName } from './session/prepared.ts'

/** The pool for Kysely: failures of the database become `EngineUnavailable`, with the outcome that is certain. */
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
  /** What ended the session. It holds a commit's outcome, so the rollback that fails next must not replace it. */
  let loss: Error | undefined

  function query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query(text: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('cursors are not configured')
    return run(text, parameters)
  }

  async function run(text: string, parameters: readonly unknown[]): Promise<unknown> {
    if (loss !== undefined) throw loss
    const isInTransaction = client.getTransactionStatus() !== 'I'
    const outcome = outcomeIfLost(text, isInTransaction)
    try {
      const name = preparedName(text)
      return await client.query({ ...(name !== undefined && { name }), text, values: [...parameters] })
    } catch (error) {
      if (isOutdated(text, error) && !isInTransaction) return run(text, parameters)
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

/** A statement may have taken effect unseen if it is a commit or, outside a transaction, anything but a plain read. */
function outcomeIfLost(text: string, isInTransaction: boolean): 'none' | 'unknown' {
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? ''
  if (isInTransaction) return verb === 'commit' ? 'unknown' : 'none'
  return ['select', 'show', 'begin', 'start', 'set', 'rollback'].includes(verb) ? 'none' : 'unknown'
}
