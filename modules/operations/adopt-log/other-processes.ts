import type { Db } from '#core/database/database.ts'
import { otherProcesses } from '#core/database/process-name.ts'
import { OperatorError } from '#core/domain/errors.ts'

/** @throws OperatorError naming the other processes of the shop that are connected to its database */
export async function assertAlone(db: Db): Promise<void> {
  const others = await otherProcesses(db)
  if (others.length === 0) return
  throw new OperatorError(
    `other processes of the shop are running: ${others.join('; ')}`,
    'Stop all of them, then run adopt-log again. If they have ended, a pooler such as PgBouncer may still hold their connections: close those there.',
  )
}
