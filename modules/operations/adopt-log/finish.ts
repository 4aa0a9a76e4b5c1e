import type { Terminal } from '#core/cli/terminal.ts'
import type { OwnershipRecord } from '#core/event-store/identity/events.ts'
import { describeShop } from '#core/event-store/identity/ownership.ts'
import { disownedReadModels } from './disowned.ts'
import type { AdoptLogDeps } from './deps.ts'
import { deleteUnfinishedAdoption, unfinishedAdoption, type UnfinishedAdoption } from './unfinished.ts'

/** Completes an adoption after its transaction; safe to repeat until it succeeds. */
export async function finishAdoption(deps: AdoptLogDeps): Promise<void> {
  const { db, projections, terminal, operations, write } = deps
  const unfinished = await unfinishedAdoption(db)
  if (unfinished === undefined) throw new Error('the adoption of the log was completed by another process')
  const ownership = await giveLogToDatabase(deps)
  await write({ type: 'EventLogAdopted', data: unfinished.adopted }, unfinished.id)
  const names = projections.map(({ name }) => name)
  for (const name of await disownedReadModels(db, names)) {
    const { position } = await operations.replay(name)
    terminal.print(`${name}: built from the log, up to position ${position}`)
  }
  await deleteUnfinishedAdoption(db)
  terminal.print('The event log is now the shop’s: start it again.')
  printOtherEngines(terminal, unfinished, ownership)
}

async function giveLogToDatabase({ identity, terminal }: AdoptLogDeps): Promise<OwnershipRecord> {
  const { ownership, before } = await identity.adoptLog()
  if (before?.shopId !== ownership.shopId || before.database !== ownership.database)
    terminal.print(`The log belongs to ${describeShop(ownership)} and this database from now on.`)
  return ownership
}

/** Engines that the shop used under its previous id refuse it under the id of the log. */
function printOtherEngines(terminal: Terminal, { shopBefore }: UnfinishedAdoption, { shopId }: OwnershipRecord): void {
  if (shopBefore === null || shopBefore === shopId) return
  terminal.print(`The shop of this database, ${shopBefore} before, has the id ${shopId} from now on.`)
  terminal.print('If Redis or Meilisearch belonged to the previous shop, the next start names what to delete.')
}
