import type { Db } from '#core/database/database.ts'
import type { EventRef, EventStore, Position } from '#core/event-store/event-store.ts'
import type { OperationEvent } from '../module.ts'
import type { Projection } from '#core/projections/projection.ts'
import type { SearchIndex } from '#core/search-index/search-index.ts'
import { readCheckpoints, type Checkpoint } from '#core/projections/checkpoints/checkpoints.ts'
import { judgeOf } from '#core/projections/continuity/judge.ts'
import { isDisowned } from './disowned.ts'
import { lostAnswers, type LostAnswer } from './lost-answers.ts'
import { countLost, lastCommonEvent } from './lost-events.ts'
import { lostNotifications, type LostNotification } from './lost-notifications.ts'

export type AdoptionDeps = {
  db: Db
  store: EventStore
  projections: readonly Projection[]
  searchIndex: SearchIndex
}

/** What the record says of an adoption. */
export type Adopted = Extract<OperationEvent, { type: 'EventLogAdopted' }>['data']

/** What accepting the connected event log will do. */
export type AdoptionPlan = {
  /** Of the log as it is now; the operator confirms it. */
  head: Position
  /** The last event that the log and the shop have in common. */
  common: EventRef | undefined
  /** By which the log is recognised later: the last common event, or else its newest; undefined in an empty log. */
  knownBy: EventRef | undefined
  /** What the shop has taken and the log does not hold. */
  lost: { events: number; orders: number }
  /** Read models that are built again from the log. */
  readModels: string[]
  /** Reactors that continue after the last common event. */
  reactors: Checkpoint[]
  /** Mails that will not be sent. */
  notifications: LostNotification[]
  /** Commands whose kept answers are forgotten. */
  answers: LostAnswer[]
  /** An adoption of yet another log that was interrupted: what it has changed in the database, no log has recorded. */
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
  const nothing = { common: undefined, lost: { events: 0, orders: 0 }, notifications: [], answers: [] }
  if (parted.length === 0) return { ...known, ...nothing, knownBy: newest }
  const common = await lastCommonEvent(db, store)
  const upTo = common?.position ?? 0
  return {
    ...known,
    common,
    knownBy: common ?? newest,
    lost: await countLost(db, upTo),
    notifications: await lostNotifications(db, store, upTo),
    answers: await lostAnswers(db, upTo),
  }
}

async function eventAt(store: EventStore, position: Position): Promise<EventRef | undefined> {
  const id = await store.idAt(position)
  return id === undefined ? undefined : { position, id }
}

/** Those that an interrupted adoption has set back, and that have taken nothing since, are at the beginning of any log. */
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
