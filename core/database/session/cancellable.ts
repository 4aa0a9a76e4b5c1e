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
 * Runs work in one session whose statements may take minutes. When the signal aborts, the running statement is
 * cancelled. The request is repeated until the work has ended, because a request between two statements has no effect.
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
    // A late request must not cancel the next statement of the session, which may belong to other work.
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
