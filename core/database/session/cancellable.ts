import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

type Session = {
  /** A transaction, or one connection. */
  session: Db
  /** Other connections: those of the session's pool may all be in use. */
  others: Db
  signal: AbortSignal
}

/**
 * Does work in one session whose statements may take minutes. When the signal aborts, the server is asked to cancel the statement
 * that runs then, again and again until the work has ended: a request that arrives between two statements has no effect.
 */
export async function cancellable<T>({ session, others, signal }: Session, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(session)
  signal.throwIfAborted()
  const ended = new AbortController()
  const cancelling: Promise<void>[] = []
  const cancel = () =>
    void cancelling.push(
      cancelUntil(ended.signal, () => sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(others)),
    )
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await work()
  } finally {
    signal.removeEventListener('abort', cancel)
    ended.abort()
    // So that a late request does not cancel what the session does next for somebody else.
    await Promise.all(cancelling)
  }
}

const everyMs = 200

async function cancelUntil(ended: AbortSignal, cancel: () => Promise<unknown>): Promise<void> {
  while (!ended.aborted) {
    // If the database is unavailable, the statement has ended, too.
    await cancel().catch(() => undefined)
    await sleep(everyMs, undefined, { signal: ended }).catch(() => undefined)
  }
}
