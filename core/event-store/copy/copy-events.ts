import { setTimeout as sleep } from 'node:timers/promises'
import { EngineUnavailable, remedyOf } from '../../domain/errors.ts'
import { AppendWindow } from './append-window.ts'
import { startOf, type CopyRecord } from './copy-record.ts'
import { missingIn, otherStream, type CopyTarget, type OrderedAppend } from './copy-target.ts'
import { pagesAhead } from './pages-ahead.ts'
import { groupsOf, runsOf, type Group } from './runs.ts'
import { StreamConflict, type EventRef, type EventStore, type Position, type RecordedEvent } from '../event-store.ts'
import { refOf } from '../codec/recorded-events.ts'

export type CopyDeps = {
  /** The events as they are stored: personal data stays sealed. Nobody appends to it meanwhile. */
  from: EventStore
  to: CopyTarget
  /** How far the copy has come, in the source's database. */
  record: CopyRecord
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

/** How long a copy that was cut off waits before it tries again, and how often without having come further. */
const pausesMs = [0, 100, 300, 1_000, 2_000, 4_000]

/** So many events are copied between two notes of how far the copy has come. */
const noteEvery = 2_000

/**
 * Copies every event in the order of the log, with ids, metadata and times. Continues where an earlier run ended, by what
 * the target holds; other streams of the target are passed over. Resolves to the position up to which `from` is copied.
 * @throws OperatorError where a stream of `to` holds other events in the place of these
 * @throws EngineUnavailable
 */
export async function copyEvents(deps: CopyDeps): Promise<Position> {
  let after = await startOf(deps.record, deps.from, deps.to.store)
  for (let attempt = 1; ;) {
    const { upTo, failure } = await copyFrom(deps, after)
    if (failure === undefined) return upTo
    attempt = upTo > after ? 1 : attempt + 1
    await beforeTry(attempt, failure)
    after = upTo
  }
}

/** @throws the failure, where another try cannot help */
async function beforeTry(attempt: number, failure: unknown): Promise<void> {
  const pause = pausesMs[attempt - 1]
  const isConflict = failure instanceof StreamConflict
  // Each run looks first at what is there: the first conflict may be with the copy's own events, the next one is not.
  if (isConflict && attempt > 2) throw otherStream(failure)
  const isAbsence = failure instanceof EngineUnavailable && remedyOf(failure) === undefined
  if (pause === undefined || !(isConflict || isAbsence)) throw failure
  await sleep(pause)
}

type Copied = { upTo: Position; failure?: unknown }

/** Many appends are under way at once; the target takes them in their order, so that both logs have the same. */
async function copyFrom(deps: CopyDeps, after: Position): Promise<Copied> {
  const window = new AppendWindow()
  let failure: unknown
  try {
    await sendAll(deps, after, window)
    await window.drain()
  } catch (error) {
    await window.settle()
    failure = error
  }
  const reached = window.acknowledged
  if (reached !== undefined) {
    await deps.record.write(reached)
    deps.onProgress(reached.position, await deps.from.head())
  }
  return { upTo: reached?.position ?? after, failure }
}

async function sendAll(deps: CopyDeps, start: Position, window: AppendWindow): Promise<void> {
  const { from, to, signal, onProgress } = deps
  const append = to.inOrder()
  const note = notes(deps, start)
  let mayBeThere = true
  for await (const { events, head } of pagesAhead(from, start)) {
    if (signal.aborted) return
    onProgress(window.acknowledged?.position ?? start, head)
    const missing: readonly RecordedEvent[] = mayBeThere ? await missingIn(to, events) : events
    mayBeThere = missing.length < events.length
    await sendGroups(groupsOf(runsOf(missing)), { append, window, signal })
    const last = events.at(-1)
    if (missing.length === 0 && last !== undefined) await window.found(refOf(last))
    await note(window.acknowledged)
  }
}

type Sending = { append: OrderedAppend; window: AppendWindow; signal: AbortSignal }

async function sendGroups(groups: readonly Group[], { append, window, signal }: Sending): Promise<void> {
  for (const { runs, bytes } of groups) {
    const last = runs.at(-1)?.last
    if (signal.aborted || last === undefined) return
    await window.send(() => append(runs), { last: refOf(last), appends: runs.length, bytes })
  }
}

/** Writes into the record how far the copy has come, now and then. */
function notes({ record }: CopyDeps, start: Position) {
  let noted = start
  return async (reached: EventRef | undefined): Promise<void> => {
    if (reached === undefined || reached.position - noted < noteEvery) return
    await record.write(reached)
    noted = reached.position
  }
}
