import { setTimeout as sleep } from 'node:timers/promises'
import { EngineUnavailable, OperatorError, remedyOf } from '../../domain/errors.ts'
import { UndecodableEvent, type RecordedEvent } from '../../event-store/event-store.ts'
import { UnreadablePersonalData } from '../../personal-data/personal-data.ts'
import { codeOf } from '../../process/system-error.ts'

/** The event at which processing failed, and its place in the log. */
export type FailedEvent = Pick<RecordedEvent, 'position' | 'stream' | 'revision' | 'type' | 'id'>

/** A projection or reactor cannot process this event; `cause` says why. */
export class EventFailure extends Error {
  override readonly name = 'EventFailure'
  readonly event: FailedEvent

  constructor(event: FailedEvent, cause: unknown) {
    super(`${event.type} at position ${event.position} (${event.stream}@${event.revision}): ${messageOf(cause)}`, {
      cause,
    })
    const { position, stream, revision, type, id } = event
    this.event = { position, stream, revision, type, id }
  }
}

/**
 * A failure as stored with a checkpoint and shown to an operator; `isOfTheLog` where the checkpoint refers to another
 * event log, `isOfAKey` where the event cannot be decrypted because a person's key is lost.
 */
export type Failure = { message: string; event?: FailedEvent; isOfTheLog?: boolean; isOfAKey?: boolean }

export function failureOf(error: unknown): Failure {
  if (!(error instanceof EventFailure)) return { message: messageOf(error) }
  const failure = { message: withRemedy(error.cause), event: error.event }
  return isOfAKey(error.cause) ? { ...failure, isOfAKey: true } : failure
}

/** Does not suggest skipping an event whose key is lost: the event is valid, and a lost key has its own remedy. */
function withRemedy(cause: unknown): string {
  const known = remedyIn(cause)
  if (known !== undefined) return `${messageOf(cause)}. ${known}`
  if (!(cause instanceof UndecodableEvent) || isOfAKey(cause)) return messageOf(cause)
  const { position } = cause.event
  return `${cause.message}. Fix the cause and retry, or run npm run ops -- skip --everywhere --position ${position} --reason "…"`
}

function isOfAKey(cause: unknown): boolean {
  return cause instanceof UndecodableEvent && cause.cause instanceof UnreadablePersonalData
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** An undecodable event stops a reader just like one that cannot be folded. */
export function asEventFailure(error: unknown): unknown {
  return error instanceof UndecodableEvent ? new EventFailure(error.event, error) : error
}

/** The error for the operator about an event that cannot be processed: one line, with the remedy where it is known. */
export function asOperatorError(error: unknown): unknown {
  if (!(error instanceof EventFailure)) return error
  const { position } = error.event
  const fallback = `Fix the cause and retry, or skip the event: npm run ops -- skip NAME --position ${position} --reason …`
  return new OperatorError(error.message, remedyIn(error.cause) ?? fallback, { cause: error })
}

/** The first remedy along the chain of causes. */
function remedyIn(cause: unknown): string | undefined {
  for (let error = cause; error instanceof Error; error = error.cause) {
    if ('remedy' in error && typeof error.remedy === 'string') return error.remedy
  }
  return undefined
}

const firstPauseMs = 100
const longestPauseMs = 2_000
const attemptsPerMinute = 60_000 / longestPauseMs

/** The pause after attempt number `attempt` (from 1): exponential, bounded. */
export function pauseBefore(attempt: number): number {
  return Math.min(firstPauseMs * 2 ** (attempt - 1), longestPauseMs)
}

/** The message for the operator during a wait for an engine; not the database's own, which may contain file names. */
export function waitingFor(error: EngineUnavailable): Failure {
  const { engine, cause } = error
  const known = remedyOf(error)
  if (known !== undefined) return { message: `${known.message}. ${known.remedy}` }
  const isFull = codeOf(cause) === diskFull
  return {
    message: isFull
      ? `the disk of the ${engine} is full: the work continues once there is room`
      : `the ${engine} does not answer: the work continues once it does`,
  }
}

const diskFull = '53100'

/**
 * Retries `work` with growing pauses while an engine is unavailable. Other errors and an abort end it. `onWait` is
 * called before the pause whenever the reason has changed, and about once a minute.
 */
export async function retryWhileUnavailable<T>(
  signal: AbortSignal,
  work: () => Promise<T>,
  onWait?: (error: EngineUnavailable) => Promise<void>,
): Promise<T> {
  let reported: string | undefined
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof EngineUnavailable)) throw error
      const reason = waitingFor(error).message
      if (reason !== reported || attempt % attemptsPerMinute === 0) await onWait?.(error)
      reported = reason
      await sleep(pauseBefore(attempt), undefined, { signal })
    }
  }
}
