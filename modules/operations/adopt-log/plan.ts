import type { Db } from '#core/database/database.ts'
import type { EventRef, EventStore, Position } from '#core/event-store/event-store.ts'
import type { OperationEvent } from '../module.ts'
import type { Projection } from '#core/projections/projection.ts'
import type { SearchIndex } from '#core/search-index/search-index.ts'
import { readCheckpoints, type Checkpoint } from '#core/projections/checkpoints/checkpoints.ts'
import { judgeOf } from '#core/projections/continuity/judge.ts'
import { isDisowned } from './disowned.ts'
import { lostResponses, type LostResponse } from './lost-responses.ts'
import { countLost, lastCommonEvent } from './lost-events.ts'
import { lostNotifications, type LostNotification } from './lost-notifications.ts'

export type AdoptionDeps = {
  db: Db
  store: EventStore
  projections: readonly Projection[]
  searchIndex: SearchIndex
}

/** The recorded data of an adoption. */
export type Adopted = Extract<OperationEvent, { type: 'EventLogAdopted' }>['data']

/** What adopting the connected event log will do. */
export type AdoptionPlan = {
  /** The current head of the log, which the operator confirms. */
  head: Position
  /** The last event that the log and the shop have in common. */
  common: EventRef | undefined
  /** Identifies the log later: the last common event, or else its newest; undefined for an empty log. */
  knownBy: EventRef | undefined
  /** The number of events and orders that the shop has handled and that the log does not hold. */
  lost: { events: number; orders: number }
  /** Read models to replay from the log. */
  readModels: string[]
  /** Reactors to set back to the last common event. */
  reactors: Checkpoint[]
  /** Mails to cancel. */
  notifications: LostNotification[]
  /** Stored responses to delete. */
  responses: LostResponse[]
  /** An interrupted adoption of a different log, whose changes to the database are not recorded in any log. */
  interrupted: Adopted | undefined
}

/** @throws EngineUnavailable */
export async function planAdoption(
  { db, store, projections }: AdoptionDeps,
  interrupted?: Adopted,
): Promise<AdoptionPlan> {
  const head = await store.head()
  const parted = await partedCheckpoints({ db, store }, interrupted)
  const isParted = (name: string) => parted.some((checkpoint) => checkpoint.name === name)
  const readModels = projections.map(({ name }) => name).filter(isParted)
  const reactors = parted.filter(({ kind }) => kind === 'reactor')
  const known = { head, readModels, reactors, interrupted }
  const newest = await eventAt(store, head)
  const nothing = { common: undefined, lost: { events: 0, orders: 0 }, notifications: [], responses: [] }
  if (parted.length === 0) return { ...known, ...nothing, knownBy: newest }
  const common = await lastCommonEvent(db, store)
  const upTo = common?.position ?? 0
  return {
    ...known,
    common,
    knownBy: common ?? newest,
    lost: await countLost(db, upTo),
    notifications: await lostNotifications(db, store, upTo),
    responses: await lostResponses(db, upTo),
  }
}

async function eventAt(store: EventStore, position: Position): Promise<EventRef | undefined> {
  const id = await store.idAt(position)
  return id === undefined ? undefined : { position, id }
}

/** Includes those that an interrupted adoption has set back and that are still at 0, a position that fits any log. */
async function partedCheckpoints(
  { db, store }: Pick<AdoptionDeps, 'db' | 'store'>,
  interrupted: Adopted | undefined,
): Promise<Checkpoint[]> {
  const judge = judgeOf(store)
  const isSetBack = (checkpoint: Checkpoint) =>
    isDisowned(checkpoint) || (checkpoint.position === 0 && interrupted?.reactors.includes(checkpoint.name) === true)
  const parted: Checkpoint[] = []
  for (const checkpoint of await readCheckpoints(db)) {
    if (checkpoint.slot !== 'live') continue
    if (isSetBack(checkpoint) || (await judge(checkpoint)).kind === 'parted') parted.push(checkpoint)
  }
  return parted
}

/** Whether any checkpoint changes. */
export function changesAnything({ readModels, reactors }: AdoptionPlan): boolean {
  return readModels.length + reactors.length > 0
}
