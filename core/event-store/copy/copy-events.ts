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
  /** The events as stored: personal data stays sealed. Nothing may append to it during the copy. */
  from: EventStore
  to: CopyTarget
  /** The progress of the copy, kept in the source's database. */
  record: CopyRecord
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

/** Pauses before each retry of an interrupted copy; their number limits the attempts without progress. */
const pausesMs = [0, 100, 300, 1_000, 2_000, 4_000]

/** The number of positions between two writes of the progress record. */
const noteEvery = 2_000

/**
 * Copies every event in log order, with ids, metadata and times. Resumes after what the target already holds; other
 * streams of the target are ignored. Resolves to the position up to which `from` is copied.
 * @throws OperatorError where a stream of `to` holds different events at the same revisions
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

/** @throws the failure, where a retry cannot help */
async function beforeTry(attempt: number, failure: unknown): Promise<void> {
  const pause = pausesMs[attempt - 1]
  const isConflict = failure instanceof StreamConflict
  // Each run first checks what the target holds: the first conflict may be with the copy's own events, a second is not.
  if (isConflict && attempt > 2) throw otherStream(failure)
  const isAbsence = failure instanceof EngineUnavailable && remedyOf(failure) === undefined
  if (pause === undefined || !(isConflict || isAbsence)) throw failure
  await sleep(pause)
}

type Copied = { upTo: Position; failure?: unknown }

/** Many appends are in flight at once; the target executes them in order, so that both logs have the same order. */
async function copyFrom(deps: CopyDeps, after: Position): Promise<Copied> {
  const window = new AppendWindow()
  let failure: unknown
  try {
    await sendAll(deps, after, window)
    await window.drain()
  } catch (error) {
    await window.untilIdle()
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

/** Returns a function that writes the progress record at intervals. */
function notes({ record }: CopyDeps, start: Position) {
  let noted = start
  return async (reached: EventRef | undefined): Promise<void> => {
    if (reached === undefined || reached.position - noted < noteEvery) return
    await record.write(reached)
    noted = reached.position
  }
}
