import type { EventStore, Page, Position } from '../../event-store/event-store.ts'

/** The distance to the head. */
export type Lag = {
  /** Events yet to be processed; beyond one page this is an estimate where positions do not count events. */
  lag: number
  /** The age of the oldest of them; 0 at the head. */
  lagSeconds: number
}

type Place = {
  position: Position
  /** The distance to the head, in positions. */
  lag: number
  /** When the checkpoint last moved. */
  updatedAt: string
}

/** From a checkpoint to the head. */
type Way = Omit<Place, 'updatedAt'>

type Log = Pick<EventStore, 'readAll'>

/** The most events that are counted one by one. */
const counted = 500

/** After this time, in milliseconds, the rest of the log is estimated. */
const softLimitMs = 1_000

/** Computes lags, and reads the log once for checkpoints at the same position. */
export function lagsIn(log: Log, limitMs = softLimitMs): (place: Place) => Promise<Lag> {
  const known = new Map<Position, Promise<{ events: number; since: string | undefined }>>()

  return async ({ position, lag, updatedAt }) => {
    if (lag === 0) return { lag, lagSeconds: 0 }
    const found = known.get(position) ?? behind(log, { position, lag }, limitMs)
    known.set(position, found)
    const { events, since = updatedAt } = await found
    return { lag: events, lagSeconds: Math.max(0, Math.round((Date.now() - Date.parse(since)) / 1_000)) }
  }
}

async function behind(log: Log, way: Way, limitMs: number) {
  try {
    return await readBehind(log, way, limitMs)
  } catch {
    return { events: await scannedBy(log, way), since: undefined }
  }
}

async function readBehind(log: Log, { position, lag }: Way, limitMs: number) {
  const next = await log.readAll(position, { limit: 1 })
  if (next.own === undefined && lag > counted) return { events: lag, since: next.events[0]?.at }
  const page = await log.readAll(position, { limit: counted })
  const since = page.events[0]?.at
  if (page.own === undefined) return { events: lag - (page.foreign?.length ?? 0), since }
  return { events: await eventsTo(log, page, { position, lag, limitMs }), since }
}

/** Pages with few events of the shop are counted up to this number and for `limitMs`; the rest is estimated. */
const mostPages = 10

async function eventsTo(log: Log, first: Page, { limitMs, ...way }: Way & { limitMs: number }): Promise<number> {
  let [page, events] = [first, first.events.length]
  const enoughAt = performance.now() + limitMs
  const isEnough = () => events >= counted || performance.now() >= enoughAt
  for (let pages = 1; pages < mostPages && page.isFull && !isEnough(); pages++) {
    page = await log.readAll(page.position, { limit: counted })
    events += page.events.length
  }
  return eventsIn(page, events, way)
}

/** For when the next event cannot be decoded: a scan does not decode events. */
async function scannedBy(log: Log, { position, lag }: Way): Promise<number> {
  const page = await log.readAll(position, { limit: counted, types: [] })
  return page.own === undefined ? lag : eventsIn(page, page.own.length, { position, lag })
}

/** Exact for a page that reaches the head; otherwise extrapolated to the head. */
function eventsIn(page: Page, events: number, { position, lag }: Way): number {
  const covered = page.position - position
  return covered >= lag ? events : Math.max(events + 1, Math.round((events * lag) / Math.max(1, covered)))
}
