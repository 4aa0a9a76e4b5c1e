import type { Terminal } from '#core/cli/terminal.ts'
import type { ShopIdentity } from '#core/event-store/identity/shop-identity.ts'
import type { OperationEvent } from '../module.ts'
import type { ProjectionOperations } from '#core/projections/admin/operations.ts'
import type { AdoptionDeps } from './plan.ts'

export type AdoptLogDeps = AdoptionDeps & {
  dataDir: string
  terminal: Terminal
  operations: Pick<ProjectionOperations, 'replay'>
  /** Writes into the record what was done, once for each id. */
  write: (event: OperationEvent, id: string) => Promise<unknown>
  /** Asks the operator at the terminal for a line; undefined where there is none. */
  ask: ((question: string) => Promise<string>) | undefined
  /** Whose the log and the database are: the log is given to this database where it is another shop's, or nobody's. */
  identity: Pick<ShopIdentity, 'refusal' | 'adoptLog'>
}
