import { sql } from 'kysely'
import type { Db } from '#core/database/database.ts'
import type { EventRef } from '#core/event-store/event-store.ts'
import { rewindForeignCount } from '#core/event-store/ownership/foreign-count.ts'
import type { Checkpoint } from '#core/projections/checkpoints/checkpoints.ts'
import { nextGeneration } from '#core/projections/checkpoints/checkpoints.ts'
import { requestReplay } from '#core/projections/rebuild/prepare.ts'
import { subscriptionOf } from '#core/projections/follow/subscription.ts'
import { disown } from './disowned.ts'
import { deleteResponses } from './lost-responses.ts'
import { closeNotifications } from './lost-notifications.ts'
import type { AdoptionDeps, AdoptionPlan } from './plan.ts'
import { noteAdoption } from './unfinished.ts'

/**
 * Makes the connected log the shop's, in one transaction: requests a build of each read model that was built from
 * another log, sets reactors back to the last common event, and closes the mails and deletes the responses of lost
 * events. A read model is served unchanged until its build replaces it.
 */
export async function adoptLog({ db, projections, searchIndex }: AdoptionDeps, plan: AdoptionPlan): Promise<void> {
  const subscriptions = projections
    .filter(({ name }) => plan.readModels.includes(name))
    .map((one) => subscriptionOf(one, searchIndex))
  await db.transaction().execute(async (trx) => {
    await deleteResponses(trx, plan.common?.position ?? 0)
    await closeNotifications(trx, plan.notifications)
    for (const reactor of plan.reactors) await continueAfter(trx, reactor, plan.common)
    await countForeignFrom(trx, plan)
    await noteAdoption(trx, plan)
    for (const subscription of subscriptions) {
      await disown(trx, subscription.name)
      await requestReplay(trx, subscription)
    }
  })
}

/** Counts foreign events from the start of an unrelated log, but in an older copy only those after its end. */
function countForeignFrom(trx: Db, { common, head }: AdoptionPlan): Promise<void> {
  return rewindForeignCount(trx, common === undefined ? 0 : head)
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
