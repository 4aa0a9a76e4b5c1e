import type { Terminal } from '#core/cli/terminal.ts'
import type { ShopIdentity } from '#core/event-store/identity/shop-identity.ts'
import type { OperationEvent } from '../module.ts'
import type { ProjectionOperations } from '#core/projections/admin/operations.ts'
import type { AdoptionDeps } from './plan.ts'

export type AdoptLogDeps = AdoptionDeps & {
  dataDir: string
  terminal: Terminal
  operations: Pick<ProjectionOperations, 'replay'>
  /** Records an operation, once per id. */
  write: (event: OperationEvent, id: string) => Promise<unknown>
  /** Prompts the operator for a line; undefined without a terminal. */
  ask: ((question: string) => Promise<string>) | undefined
  /** The owners of log and database; `adoptLog` gives a log of another shop, or without an owner, to this database. */
  identity: Pick<ShopIdentity, 'refusal' | 'adoptLog'>
}
