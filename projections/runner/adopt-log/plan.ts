import type { Db } from '#core/database/database.ts'
import type { EventRef, EventStore, Position } from '#core/event-store/event-store.ts'
import type { Projection } from '#core/projection.ts'
import type { SearchIndex } from '#core/search-index/search-index.ts'
import { readCheckpoints, type Checkpoint } from '../checkpoints.ts'
import { judgeOf } from '../continuity/judge.ts'
import { lostAnswers, type LostAnswer } from './lost-answers.ts'
import { countLost, lastCommonEvent } from './lost-events.ts'
import { lostNotifications, type LostNotification } from './lost-notifications.ts'

export type AdoptionNeeds = {
  db: Db
  store: EventStore
  projections: readonly Projection[]
  searchIndex: SearchIndex
}

/** What accepting the connected event log will do. */
export type AdoptionPlan = {
  /** Of the log as it is now; the operator confirms it. */
  head: Position
  /** The last event that the log and the shop have in common. */
  common: EventRef | undefined
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
}

/** @throws EngineUnavailable */
export async function planAdoption({ db, store, projections }: AdoptionNeeds): Promise<AdoptionPlan> {
  const head = await store.head()
  const parted = await partedCheckpoints(db, store)
  const isParted = (name: string) => parted.some((checkpoint) => checkpoint.name === name)
  const readModels = projections.map(({ name }) => name).filter(isParted)
  const reactors = parted.filter(({ kind }) => kind === 'reactor')
  const nothing = { head, common: undefined, lost: { events: 0, orders: 0 }, notifications: [], answers: [] }
  if (parted.length === 0) return { ...nothing, readModels, reactors }
  const common = await lastCommonEvent(db, store)
  const upTo = common?.position ?? 0
  return {
    head,
    common,
    lost: await countLost(db, upTo),
    readModels,
    reactors,
    notifications: await lostNotifications(db, store, upTo),
    answers: await lostAnswers(db, upTo),
  }
}

async function partedCheckpoints(db: Db, store: EventStore): Promise<Checkpoint[]> {
  const judge = judgeOf(store)
  const parted: Checkpoint[] = []
  for (const checkpoint of await readCheckpoints(db)) {
    if (checkpoint.slot === 'live' && (await judge(checkpoint)).kind === 'parted') parted.push(checkpoint)
  }
  return parted
}

/** Whether there is anything to do. */
export function changesAnything({ readModels, reactors }: AdoptionPlan): boolean {
  return readModels.length + reactors.length > 0
}
