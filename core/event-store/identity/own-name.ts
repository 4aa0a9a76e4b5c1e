import { processesOfOtherHosts } from '../../database/process-name.ts'
import { OperatorError } from '../../domain/errors.ts'
import type { IdentityRow } from './identity-row.ts'
import { isSameHost } from './ownership.ts'
import type { IdentityDeps } from './shop-identity.ts'

/**
 * The shop's name from now on. A shop may move to a new address, but not while a process still runs under the old one:
 * that would be two shops on one database.
 * @throws OperatorError that names both
 */
export async function nameOfShop({ db, name, isRunning }: IdentityDeps, row: IdentityRow): Promise<string | undefined> {
  if (!isRunning || name === undefined) return row.name
  if (row.name === undefined || isSameHost(name, row.name)) return name
  const others = await processesOfOtherHosts(db, name)
  if (others.length === 0) return name
  throw new OperatorError(
    `the database of DATABASE_URL is used by the shop ${row.name}, which is running (${others.join('; ')}); this process has the PUBLIC_URL of ${name}`,
    `Give ${name} a DATABASE_URL of its own. If the address of the shop has changed, stop every process of ${row.name} first.`,
  )
}
