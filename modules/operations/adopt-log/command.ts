import type { Position } from '#core/event-store/event-store.ts'
import { adoptLog } from './adopt.ts'
import { isConfirmed } from './confirm.ts'
import { disownedReadModels } from './disowned.ts'
import { finishAdoption } from './finish.ts'
import type { AdoptLogDeps } from './deps.ts'
import { writeOrphans } from './orphans.ts'
import { assertAlone } from './other-processes.ts'
import { changesAnything, planAdoption, type AdoptionPlan } from './plan.ts'
import { building, printPlan, shownPlan } from './show.ts'
import { canBeCompleted, noteAdoption, unfinishedAdoption, type UnfinishedAdoption } from './unfinished.ts'

type AdoptRequest = { head: Position | undefined }

/**
 * `ops adopt-log`: adopts the connected event log as this shop's if the checkpoints followed another one, or
 * completes an interrupted adoption of it. Prints the plan, and carries it out once the operator has confirmed the
 * log's head, by `head` or at the terminal; returns false if not confirmed.
 */
export async function adoptLogCommand(deps: AdoptLogDeps, request: AdoptRequest): Promise<boolean> {
  await assertAlone(deps.db)
  const unfinished = await unfinishedAdoption(deps.db)
  if (unfinished !== undefined && (await canBeCompleted(deps, unfinished))) return complete(deps, unfinished, request)
  return adopt(deps, await planAdoption(deps, unfinished?.adopted), request)
}

async function complete(deps: AdoptLogDeps, { adopted }: UnfinishedAdoption, request: AdoptRequest): Promise<boolean> {
  const { db, terminal, projections, store } = deps
  const head = await store.head()
  const names = projections.map(({ name }) => name)
  const readModels = await disownedReadModels(db, names)
  terminal.print(`The connected event log ends at position ${head}.`)
  terminal.print(
    'An adoption of this log was interrupted after it had changed the database. adopt-log will complete it:',
  )
  if (readModels.length > 0) terminal.print(`- ${building(readModels)}`)
  terminal.print('- record what was done.')
  await printOwner(deps)
  const isAdopted = await isConfirmed(deps, { shown: head, given: request.head })
  if (isAdopted) await finishAdoption(deps)
  terminal.json({ interrupted: adopted, head, readModels, adopted: isAdopted })
  return isAdopted
}

async function adopt(deps: AdoptLogDeps, plan: AdoptionPlan, request: AdoptRequest): Promise<boolean> {
  const { terminal } = deps
  printPlan(terminal, plan)
  const isOwn = await printOwner(deps)
  if (!changesAnything(plan) && isOwn && plan.interrupted === undefined) {
    terminal.json({ plan: shownPlan(plan), adopted: false })
    return true
  }
  const isAdopted = await isConfirmed(deps, { shown: plan.head, given: request.head })
  const file = isAdopted ? await carryOut(deps, plan) : undefined
  terminal.json({ plan: shownPlan(plan), adopted: isAdopted, ...(isAdopted && { file }) })
  return isAdopted
}

/** Prints the log's owner if it is not this database; resolves to whether it is. */
async function printOwner({ terminal, identity }: AdoptLogDeps): Promise<boolean> {
  const refusal = await identity.refusal()
  if (refusal !== undefined) terminal.print(`${refusal.message}. adopt-log gives the log to this database.`)
  return refusal === undefined
}

/** Resolves to the file with the previous rows, if any row changes. */
async function carryOut(deps: AdoptLogDeps, plan: AdoptionPlan): Promise<string | undefined> {
  const file = changesAnything(plan) ? await adoptPlan(deps, plan) : await noteOwner(deps, plan)
  await finishAdoption(deps)
  return file
}

async function adoptPlan(deps: AdoptLogDeps, plan: AdoptionPlan): Promise<string> {
  const file = await writeOrphans({ ...deps, at: new Date() }, plan)
  deps.terminal.print(`The rows that change are saved in ${file}, which holds personal data.`)
  await adoptLog(deps, plan)
  return file
}

/** Changes only the owner, no rows. */
async function noteOwner({ db }: AdoptLogDeps, plan: AdoptionPlan): Promise<undefined> {
  await db.transaction().execute((trx) => noteAdoption(trx, plan))
  return undefined
}
