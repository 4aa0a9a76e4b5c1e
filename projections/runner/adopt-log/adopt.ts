import { sql } from 'kysely'
import type { Db } from '#core/database/database.ts'
import type { EventRef } from '#core/event-store/event-store.ts'
import type { Checkpoint } from '../checkpoints.ts'
import { nextGeneration } from '../checkpoints.ts'
import { askForRebuild } from '../prepare.ts'
import { unitOf } from '../unit.ts'
import { forgetAnswers } from './lost-answers.ts'
import { closeNotifications } from './lost-notifications.ts'
import type { AdoptionNeeds, AdoptionPlan } from './plan.ts'

/** Not the shape of any code: nobody feeds these rows until a build from the adopted log has replaced them. */
const ofAnotherLog = 'of another log'

/**
 * Makes the connected log the shop's, in one transaction: asks for a build of each read model that was fed from another log,
 * sets reactors back to the last common event, closes mails and forgets answers of what is lost. Until a build replaces it,
 * a read model is served as it was.
 */
export async function adoptLog({ db, projections, searchIndex }: AdoptionNeeds, plan: AdoptionPlan): Promise<void> {
  const units = projections.filter(({ name }) => plan.readModels.includes(name)).map((one) => unitOf(one, searchIndex))
  await db.transaction().execute(async (trx) => {
    await forgetAnswers(trx, plan.common?.position ?? 0)
    await closeNotifications(trx, plan.notifications)
    for (const reactor of plan.reactors) await continueAfter(trx, reactor, plan.common)
    for (const unit of units) {
      await disown(trx, unit.name)
      await askForRebuild(trx, unit)
    }
  })
}

async function continueAfter(trx: Db, { name }: Checkpoint, common: EventRef | undefined): Promise<void> {
  const position = common?.position ?? 0
  await sql`
    update projection_checkpoints
    set position = ${position}, changed_position = ${position}, last_position = ${common?.position ?? null},
      last_id = ${common?.id ?? null}, last_is_known = true, generation = ${nextGeneration(name)},
      status = 'catching-up', error = null, updated_at = now()
    where name = ${name} and slot = 'live'`.execute(trx)
}

/** The builds beside it are of the other log too: nothing can be resumed from them, or rolled back to. */
async function disown(trx: Db, name: string): Promise<void> {
  await sql`delete from projection_checkpoints where name = ${name} and slot <> 'live'`.execute(trx)
  await sql`
    update projection_checkpoints
    set shape = ${ofAnotherLog}, position = 0, changed_position = 0, last_position = null, last_id = null,
      last_is_known = true, generation = ${nextGeneration(name)}, status = 'catching-up', error = null, updated_at = now()
    where name = ${name} and slot = 'live'`.execute(trx)
}
