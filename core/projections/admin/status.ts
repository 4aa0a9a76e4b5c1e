import type { Db } from '../../database/database.ts'
import type { EventStore, Position } from '../../event-store/event-store.ts'
import { readForeignCount, type ForeignCount } from '../../event-store/ownership/foreign-count.ts'
import { readCheckpoints, type Checkpoint } from '../checkpoints/checkpoints.ts'
import type { Failure } from '../follow/failures.ts'
import { lagsIn, type Lag } from '../checkpoints/lag.ts'
import { heldKeys } from '../follow/leases.ts'
import { percentOf } from '../follow/progress.ts'
import { replayKey } from '../rebuild/replay.ts'
import { isOf, type Subscription } from '../follow/subscription.ts'

/** One row of `GET /api/ops/projections`. */
export type ProjectionStatus = {
  name: string
  /** Of the live build. */
  version: number
  status: 'live' | 'catching-up' | 'rebuilding' | 'failed'
  position: Position
  /** The distance to the head, in positions. */
  lag: number
  eventsPerSecond: number
  /** ISO 8601, UTC: when its checkpoint last moved or was last marked. */
  updatedAt: string
  error?: Failure
  rebuild?: Underway
  /** A verification, dry run or copy that is in progress. */
  verification?: Underway
  /** A replay that was stopped, was killed or has failed, and can be resumed from there. */
  unfinished?: { position: Position; status: 'stopped' | 'failed' }
  /** The build that the last swap replaced, which a rollback restores. */
  previous?: { version: number; position: Position; since: string }
}

type Underway = {
  position: Position
  total: Position
  percent: number
  eventsPerSecond: number
  etaSeconds: number | null
  /** The engine that it waits for, and the remedy. */
  waitsFor?: string
}

/** With the lag in events and in seconds. */
type WithLag = ProjectionStatus & Lag

export type ProjectionsStatus = {
  head: Position
  /** Events that others have written to the log, which every reader ignores. */
  foreign: ForeignCount
  projections: WithLag[]
  /** All reactors in the database, whichever process runs them. */
  reactors: WithLag[]
}

/** A speed older than this is outdated. */
const freshSeconds = 10

export async function projectionsStatus(
  { db, store }: { db: Db; store: EventStore },
  subscriptions: readonly Subscription[],
): Promise<ProjectionsStatus> {
  const [checkpoints, replaying, head, foreign] = await Promise.all([
    readCheckpoints(db),
    heldKeys(
      db,
      subscriptions.map(({ name }) => replayKey(name)),
    ),
    store.head(),
    readForeignCount(db),
  ])
  const projections = subscriptions.map((subscription) => {
    const slots = checkpoints.filter(({ name }) => name === subscription.name)
    const next = slots.find(({ slot }) => slot === 'next')
    const isUnderWay = next?.status === 'asked' || replaying.has(replayKey(subscription.name))
    const live = slots.find(({ slot }) => slot === 'live')
    return { ...statusOf(subscription, { live, next, isUnderWay, head }), ...otherBuilds(slots, { isUnderWay, head }) }
  })
  const reactors = checkpoints.filter(({ kind }) => kind === 'reactor').map((live) => liveStatus(live, head))
  const lagOf = lagsIn(store)
  const withLags = (all: ProjectionStatus[]) => Promise.all(all.map(async (one) => ({ ...one, ...(await lagOf(one)) })))
  return { head, foreign, projections: await withLags(projections), reactors: await withLags(reactors) }
}

/** The builds of a projection other than the live one. */
function otherBuilds(
  slots: readonly Checkpoint[],
  { isUnderWay, head }: Pick<Found, 'isUnderWay' | 'head'>,
): Partial<ProjectionStatus> {
  const compared = slots.find(({ slot }) => slot === 'verify')
  const next = slots.find(({ slot }) => slot === 'next')
  const previous = slots.find(({ slot }) => slot === 'prev')
  // After a process was killed, the checkpoint still has the status `building`.
  const isLeft = next !== undefined && next.position > 0 && !isUnderWay
  return {
    ...(compared && { verification: underway(compared, head) }),
    ...(isLeft && { unfinished: { position: next.position, status: next.status === 'failed' ? 'failed' : 'stopped' } }),
    ...(previous && {
      previous: { version: previous.version, position: previous.position, since: previous.updated_at },
    }),
  }
}

type Found = { live: Live | undefined; next: Checkpoint | undefined; isUnderWay: boolean; head: Position }

/** Pure: derives the status of one projection from its checkpoints. */
export function statusOf(
  subscription: Subscription,
  { live = nothingYet(subscription), next, isUnderWay, head }: Found,
): ProjectionStatus {
  const shown = liveStatus(live, head)
  if (next === undefined) return shown
  if (isUnderWay) return { ...shown, status: 'rebuilding', rebuild: underway(next, head) }
  if (next.status !== 'failed') return shown
  // A build of another version of the code receives no events until it is replayed.
  const status = isOf(subscription, live) ? shown.status : 'failed'
  return { ...shown, status, error: shown.error ?? next.error ?? { message: 'the replay has failed' } }
}

type Live = Omit<
  Checkpoint,
  | 'kind'
  | 'slot'
  | 'generation'
  | 'changed_position'
  | 'last_position'
  | 'last_id'
  | 'last_is_known'
  | 'total'
  | 'eta_seconds'
>

/** The state before the runner has prepared it. */
function nothingYet({ name, version, shape }: Subscription): Live {
  const updated_at = new Date(0).toISOString()
  const idle = { position: 0, error: null, events_per_second: 0, age_seconds: Infinity, updated_at }
  return { ...idle, name, version, shape, status: 'catching-up' }
}

function liveStatus(live: Live, head: Position): ProjectionStatus {
  return {
    name: live.name,
    version: live.version,
    status: healthOf(live, head),
    position: live.position,
    lag: Math.max(0, head - live.position),
    eventsPerSecond: live.age_seconds < freshSeconds ? Math.round(live.events_per_second) : 0,
    updatedAt: live.updated_at,
    ...(live.error && { error: live.error }),
  }
}

function healthOf(live: Live, head: Position): ProjectionStatus['status'] {
  if (live.status === 'failed') return 'failed'
  const isUpToDate = live.position >= head || live.age_seconds < freshSeconds / 2
  return live.status === 'live' && isUpToDate ? 'live' : 'catching-up'
}

function underway(build: Checkpoint, head: Position): Underway {
  const total = Math.max(build.total ?? head, build.position)
  return {
    position: build.position,
    total,
    percent: percentOf(build.position, total),
    eventsPerSecond: Math.round(build.events_per_second),
    etaSeconds: build.eta_seconds ?? null,
    ...(build.error && { waitsFor: build.error.message }),
  }
}
