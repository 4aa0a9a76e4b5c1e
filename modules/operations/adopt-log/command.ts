import type { Position } from '#core/event-store/event-store.ts'
import { adoptLog } from './adopt.ts'
import { isConfirmed } from './confirm.ts'
import { disownedReadModels } from './disowned.ts'
import { finishAdoption } from './finish.ts'
import type { AdoptLogNeeds } from './needs.ts'
import { writeOrphans } from './orphans.ts'
import { assertAlone } from './other-processes.ts'
import { changesAnything, planAdoption, type AdoptionPlan } from './plan.ts'
import { building, printPlan, shownPlan } from './show.ts'
import { canBeCompleted, noteAdoption, unfinishedAdoption, type UnfinishedAdoption } from './unfinished.ts'

type Asked = { head: Position | undefined }

/**
 * `ops adopt-log`: accepts the connected event log as this shop's where it is not the one that the checkpoints know, or
 * completes an adoption of it that was interrupted. Prints what it will do, and does it once the log's head is confirmed, by
 * `head` or at the terminal; false where it is not.
 */
export async function adoptLogCommand(needs: AdoptLogNeeds, asked: Asked): Promise<boolean> {
  await assertAlone(needs.db)
  const unfinished = await unfinishedAdoption(needs.db)
  if (unfinished !== undefined && (await canBeCompleted(needs, unfinished))) return complete(needs, unfinished, asked)
  return adopt(needs, await planAdoption(needs, unfinished?.adopted), asked)
}

async function complete(needs: AdoptLogNeeds, { adopted }: UnfinishedAdoption, asked: Asked): Promise<boolean> {
  const { db, terminal, projections, store } = needs
  const head = await store.head()
  const names = projections.map(({ name }) => name)
  const readModels = await disownedReadModels(db, names)
  terminal.print(`The connected event log ends at position ${head}.`)
  terminal.print(
    'An adoption of this log was interrupted after it had changed the database. adopt-log will complete it:',
  )
  if (readModels.length > 0) terminal.print(`- ${building(readModels)}`)
  terminal.print('- record what was done.')
  await printOwner(needs)
  const isAdopted = await isConfirmed(needs, { shown: head, given: asked.head })
  if (isAdopted) await finishAdoption(needs)
  terminal.json({ interrupted: adopted, head, readModels, adopted: isAdopted })
  return isAdopted
}

async function adopt(needs: AdoptLogNeeds, plan: AdoptionPlan, asked: Asked): Promise<boolean> {
  const { terminal } = needs
  printPlan(terminal, plan)
  const isOwn = await printOwner(needs)
  if (!changesAnything(plan) && isOwn && plan.interrupted === undefined) {
    terminal.json({ plan: shownPlan(plan), adopted: false })
    return true
  }
  const isAdopted = await isConfirmed(needs, { shown: plan.head, given: asked.head })
  const file = isAdopted ? await carryOut(needs, plan) : undefined
  terminal.json({ plan: shownPlan(plan), adopted: isAdopted, ...(isAdopted && { file }) })
  return isAdopted
}

/** Says whose the log is where it is not this database's; resolves to whether it is. */
async function printOwner({ terminal, identity }: AdoptLogNeeds): Promise<boolean> {
  const refusal = await identity.refusal()
  if (refusal !== undefined) terminal.print(`${refusal.message}. adopt-log gives the log to this database.`)
  return refusal === undefined
}

/** Resolves to the file that holds the rows of before, where any row changes. */
async function carryOut(needs: AdoptLogNeeds, plan: AdoptionPlan): Promise<string | undefined> {
  const file = changesAnything(plan) ? await adoptPlan(needs, plan) : await noteOwner(needs, plan)
  await finishAdoption(needs)
  return file
}

async function adoptPlan(needs: AdoptLogNeeds, plan: AdoptionPlan): Promise<string> {
  const file = await writeOrphans({ ...needs, at: new Date() }, plan)
  needs.terminal.print(`The rows that change are in ${file}: it holds personal data.`)
  await adoptLog(needs, plan)
  return file
}

/** Only the owner changes: no row does. */
async function noteOwner({ db }: AdoptLogNeeds, plan: AdoptionPlan): Promise<undefined> {
  await db.transaction().execute((trx) => noteAdoption(trx, plan))
  return undefined
}
