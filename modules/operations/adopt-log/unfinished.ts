import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Db } from '#core/database/database.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import { ensureIdentity } from '#core/event-store/identity/identity-row.ts'
import { newId } from '#core/domain/ids.ts'
import { operationsEvents } from '../domain/events.ts'
import { followed } from '#core/projections/continuity/followed.ts'
import type { Adopted, AdoptionPlan } from './plan.ts'

export const adoptionMigrations: Record<string, Migration> = {
  '2026-11-23-unfinished-log-adoption': {
    async up(db) {
      await sql`create table unfinished_log_adoption (id uuid not null, adopted jsonb not null)`.execute(db)
      await sql`create unique index unfinished_log_adoption_is_one_row on unfinished_log_adoption ((true))`.execute(db)
    },
  },
  '2026-11-23-unfinished-log-adoption-of-which-log': {
    async up(db) {
      await sql`
        alter table unfinished_log_adoption
          -- The event by which the adopted log is recognised; null where it was empty.
          add column known_by jsonb,
          -- The id of the shop before the adoption.
          add column shop_id uuid`.execute(db)
    },
  },
}

const EventRef = Type.Object({ position: Type.Integer(), id: Type.String() })

const Unfinished = Type.Object({
  id: Type.String(),
  adopted: operationsEvents.EventLogAdopted.schema,
  knownBy: Type.Union([EventRef, Type.Null()]),
  shopBefore: Type.Union([Type.String(), Type.Null()]),
})
const unfinished = Compile(Type.Array(Unfinished))

/**
 * An adoption whose transaction is committed but not yet recorded: the event to record and its id, the event that
 * identifies the log, and the shop's previous id. The last two are null in the note of an earlier release.
 */
export type UnfinishedAdoption = Static<typeof Unfinished>

/** Call in the adoption's transaction: after a crash, the note names the remaining work. Replaces an earlier note. */
export async function noteAdoption(trx: Db, plan: AdoptionPlan): Promise<void> {
  const { id: shopId } = await ensureIdentity(trx, newId)
  const knownBy = plan.knownBy === undefined ? null : JSON.stringify(plan.knownBy)
  await sql`
    insert into unfinished_log_adoption (id, adopted, known_by, shop_id)
    values (${newId()}::uuid, ${JSON.stringify(adoptedBy(plan))}::jsonb, ${knownBy}::jsonb, ${shopId}::uuid)
    on conflict ((true)) do update
    set id = excluded.id, adopted = excluded.adopted, known_by = excluded.known_by`.execute(trx)
}

export async function unfinishedAdoption(db: Kysely<unknown>): Promise<UnfinishedAdoption | undefined> {
  const { rows } = await sql`
    select id, adopted, known_by as "knownBy", shop_id as "shopBefore" from unfinished_log_adoption`.execute(db)
  return unfinished.Parse(rows)[0]
}

/** Whether the connected log is the adopted one, and no checkpoint has followed another log since. */
export async function canBeCompleted(
  { db, store }: { db: Db; store: EventStore },
  { adopted, knownBy }: UnfinishedAdoption,
): Promise<boolean> {
  const isThere = knownBy === null ? adopted.head === 0 : (await store.idAt(knownBy.position)) === knownBy.id
  return isThere && (await followed(db, store)) !== 'another log'
}

export async function deleteUnfinishedAdoption(db: Kysely<unknown>): Promise<void> {
  await sql`delete from unfinished_log_adoption`.execute(db)
}

/** Adds what an interrupted adoption has closed and deleted, because the plan no longer contains it. */
function adoptedBy({ head, common, lost, readModels, reactors, interrupted, ...plan }: AdoptionPlan): Adopted {
  return {
    projection: 'event-log',
    head,
    commonUpTo: common?.position ?? 0,
    lostEvents: lost.events,
    lostOrders: lost.orders,
    readModels,
    reactors: reactors.map(({ name }) => name),
    notificationsClosed: plan.notifications.length + (interrupted?.notificationsClosed ?? 0),
    answersForgotten: plan.responses.length + (interrupted?.answersForgotten ?? 0),
  }
}
