import type { Db } from '../../database/database.ts'
import { EngineUnavailable } from '../../domain/errors.ts'
import type { EventStore, Position } from '../../event-store/event-store.ts'
import { readCheckpoints, type Checkpoint } from '../checkpoints/checkpoints.ts'
import { lagsIn } from '../checkpoints/lag.ts'
import { isNewer, isOf, type Subscription } from './subscription.ts'

/**
 * Why a read model or a reactor has stopped. `failed`: an event cannot be processed; `parted`: the log is not the one
 * that it followed; `stuck`: it has not moved for a while; `left`: a newer release built it, and no process of that
 * release has moved it for a while.
 */
export type Fault =
  | { name: string; kind: 'failed'; position: Position | undefined }
  | { name: string; kind: 'parted' }
  | { name: string; kind: 'stuck' }
  | { name: string; kind: 'left' }

export type Faults = {
  /** The names of all reactors in the database. */
  reactors: string[]
  faults: Fault[]
}

type Log = Pick<EventStore, 'head' | 'readAll'>

/** With events to process and no progress for this long it is stuck; shorter outages of an engine do not count. */
const stuckSeconds = 30

/** The current faults of these read models and of all reactors, in whichever process they run. */
export async function faultsOf(
  { db, store }: { db: Db; store: Log },
  subscriptions: readonly Subscription[],
): Promise<Faults> {
  const checkpoints = await readCheckpoints(db)
  const live = checkpoints.filter(({ slot }) => slot === 'live')
  const reactors = live.filter(({ kind }) => kind === 'reactor')
  const followers = live.filter(
    ({ name, kind }) => kind === 'reactor' || subscriptions.some((subscription) => subscription.name === name),
  )
  const failed = followers.flatMap((at) => failureOf(at, { subscriptions, checkpoints }) ?? [])
  const others = followers.filter((at) => failed.every(({ name }) => name !== at.name))
  const stuck = await stuckAmong(
    others.filter((at) => isFed(at, subscriptions)),
    store,
  )
  const left = await stuckAmong(
    others.filter((at) => isOfNewer(at, subscriptions)),
    store,
  )
  const faults = [...failed, ...stuck.map(asFault('stuck')), ...left.map(asFault('left'))]
  return { reactors: reactors.map(({ name }) => name), faults }
}

function asFault(kind: 'stuck' | 'left'): (name: string) => Fault {
  return (name) => ({ name, kind })
}

type Known = { subscriptions: readonly Subscription[]; checkpoints: readonly Checkpoint[] }

/** A live build of another version of the code gets no events until its replay is done, so a failed replay counts. */
function failureOf(live: Checkpoint, { subscriptions, checkpoints }: Known): Fault | undefined {
  const next = checkpoints.find((one) => one.name === live.name && one.slot === 'next')
  const responsible = live.status === 'failed' || isFed(live, subscriptions) ? live : next
  return responsible?.status === 'failed' ? faultOf(responsible) : undefined
}

function faultOf({ name, error }: Checkpoint): Fault {
  return error?.isOfTheLog === true
    ? { name, kind: 'parted' }
    : { name, kind: 'failed', position: error?.event?.position }
}

function isFed(live: Checkpoint, subscriptions: readonly Subscription[]): boolean {
  const subscription = subscriptions.find(({ name }) => name === live.name)
  return subscription === undefined || isOf(subscription, live)
}

function isOfNewer(live: Checkpoint, subscriptions: readonly Subscription[]): boolean {
  const subscription = subscriptions.find(({ name }) => name === live.name)
  return subscription !== undefined && isNewer(live, subscription)
}

/** The names of those that have not moved for a while although there are events to process. */
async function stuckAmong(followers: readonly Checkpoint[], store: Log): Promise<string[]> {
  const idle = followers.filter(({ age_seconds: age }) => age > stuckSeconds)
  if (idle.length === 0) return []
  const head = await headOf(store)
  const behind = idle.filter(({ position }) => position < head)
  const lagOf = lagsIn(store)
  const stuck = behind.map(async ({ name, position, updated_at: updatedAt }): Promise<string[]> => {
    const { lag, lagSeconds } = await lagOf({ position, lag: head - position, updatedAt })
    return lag > 0 && lagSeconds > stuckSeconds ? [name] : []
  })
  return (await Promise.all(stuck)).flat()
}

/** While the log is unavailable, the lag is unknown; the check of the event store reports that. */
async function headOf(store: Log): Promise<Position> {
  return store.head().catch((error: unknown) => {
    if (error instanceof EngineUnavailable) return 0
    throw error
  })
}
