import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { OperatorError } from '../../domain/errors.ts'

/** A build that failed to finish in this many attempts is not restarted automatically. */
const mostAttempts = 3

/**
 * Counts an attempt at the build in slot `next` before it begins, because a process that dies cannot count it later.
 * @throws OperatorError where it has been attempted too often
 */
export async function countAttempt(db: Db, name: string): Promise<void> {
  const { rows } = await sql<{ attempts: number }>`
    update projection_checkpoints set attempts = attempts + 1
    where name = ${name} and slot = 'next' returning attempts`.execute(db)
  if ((rows[0]?.attempts ?? 0) <= mostAttempts) return
  throw new OperatorError(
    `the build of ${name} failed or was interrupted ${mostAttempts} times, and is not restarted automatically`,
    `Check the log of these processes; if memory ran out, raise SHOP_HEAP_MB. Then: npm run ops -- replay ${name}`,
  )
}

/** An attempt that was stopped cleanly or taken over does not count. */
export async function uncountAttempt(db: Db, name: string): Promise<void> {
  await sql`
    update projection_checkpoints set attempts = greatest(attempts - 1, 0)
    where name = ${name} and slot = 'next'`.execute(db)
}

/** Resets the count when an operator requests the build again. */
export async function resetAttempts(db: Db, name: string): Promise<void> {
  await sql`update projection_checkpoints set attempts = 0 where name = ${name} and slot = 'next'`.execute(db)
}

/** Whether the build in slot `next` must not be restarted automatically. */
export async function areAttemptsSpent(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from projection_checkpoints
    where name = ${name} and slot = 'next' and status = 'failed' and attempts >= ${mostAttempts}`.execute(db)
  return rows.length > 0
}
