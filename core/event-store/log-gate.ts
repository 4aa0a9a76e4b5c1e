import { coalesceCalls } from '../async/coalesce.ts'
import { EngineUnavailable, remedyOf, type OperatorError } from '../domain/errors.ts'
import type { Log } from '../telemetry/log.ts'
import type { EventStore } from './event-store.ts'

/**
 * Resolves to the reason why this shop must not write to the connected event log, `undefined` where it may. `GET
 * /health/ready` returns the message; the log and the command line print the remedy too. May reject with
 * `EngineUnavailable`.
 */
export type LogCheck = () => Promise<OperatorError | undefined>

/**
 * The gate in front of `append`: closed until all checks have passed once, and while any check finds that the event log
 * is not the log that this shop knows. Checks run at the first append, after every interruption of the connection, and
 * at intervals while `watch` is active.
 */
export type LogGate = {
  /**
   * Adds a check, named after what it examines, such as `checkpoints`. Checks run in the order in which they were
   * added.
   */
  addCheck(name: string, check: LogCheck): void
  /** Runs all checks; concurrent calls share one run. @throws EngineUnavailable where a check cannot run */
  check(): Promise<readonly OperatorError[]>
  /** The log may be another one from now on: refuses appends until the checks have passed again. */
  suspect(): void
  /** The same store with the gate in front of `append`. */
  guard(store: EventStore): EventStore
  /**
   * Runs the checks at intervals and after each interruption that the store reports; returns a function that stops it.
   */
  watch(store: Pick<EventStore, 'subscribe'>, everyMs?: number): () => void
}

/** An operator must act first, so a client need not retry at once. */
const retryAfterSeconds = 30
const advice =
  'The shop cannot take changes right now, because its event log and its database do not match. Nothing was changed. Please try again later.'

/**
 * The longest that resubscribing takes. Until then another interruption would go unnoticed, so the checks run before
 * each append.
 */
const resubscribedMs = 10_000

export function openLogGate(log: Log): LogGate {
  return new CheckedGate(log)
}

class CheckedGate implements LogGate {
  readonly #log: Log
  readonly #checks = new Map<string, LogCheck>()
  /** The name of the check that was logged as the reason, while commands are refused. */
  #reported: string | undefined
  #doubts = 0
  #passedAt = -1
  #resubscribedBy = -Infinity
  #highest = 0

  readonly check = coalesceCalls(() => this.#runAll())

  constructor(log: Log) {
    this.#log = log
  }

  addCheck(name: string, check: LogCheck): void {
    this.#checks.set(name, check)
    this.suspect()
  }

  suspect(): void {
    this.#doubts += 1
  }

  guard(store: EventStore): EventStore {
    return {
      ...store,
      append: async (stream, expected, events) => {
        await this.#assertOpen()
        const before = this.#highest
        try {
          const appended = await store.append(stream, expected, events)
          // Positions only grow, unless another log has replaced the checked one.
          if (appended.position < before) this.#recheck()
          this.#highest = Math.max(appended.position, this.#highest)
          return appended
        } catch (error) {
          if (error instanceof EngineUnavailable) this.suspect()
          throw error
        }
      },
    }
  }

  watch(store: Pick<EventStore, 'subscribe'>, everyMs = 2_000): () => void {
    const poll = setInterval(() => void this.check().catch(() => this.suspect()), everyMs)
    poll.unref()
    const unsubscribe = store.subscribe((isInterrupted) => {
      if (!isInterrupted) return
      this.#resubscribedBy = performance.now() + resubscribedMs
      this.#recheck()
    })
    return () => {
      clearInterval(poll)
      unsubscribe()
    }
  }

  #recheck(): void {
    this.suspect()
    this.check().catch(() => this.suspect())
  }

  async #assertOpen(): Promise<void> {
    if (this.#passedAt === this.#doubts && performance.now() > this.#resubscribedBy) return
    const [cause] = await this.check()
    if (cause !== undefined) throw new EngineUnavailable('event store', { cause, retryAfterSeconds, advice })
  }

  async #runAll(): Promise<readonly OperatorError[]> {
    const doubts = this.#doubts
    const found: Found[] = []
    for (const [name, check] of this.#checks) {
      const reason = await this.#run(name, check)
      if (reason !== undefined) found.push({ name, reason })
    }
    this.#report(found[0])
    this.#passedAt = found.length === 0 ? doubts : -1
    return found.map(({ reason }) => reason)
  }

  async #run(name: string, check: LogCheck): Promise<OperatorError | undefined> {
    try {
      return await check()
    } catch (error) {
      const refusal = remedyOf(error)
      if (refusal !== undefined) this.#report({ name, reason: refusal })
      throw error
    }
  }

  /** One line per refusal of commands, although several checks may fail for one cause, with changing messages. */
  #report(found: Found | undefined): void {
    if (this.#reported === found?.name) return
    this.#reported = found?.name
    if (found === undefined) this.#log.info('the event log matches the checkpoints again: commands are accepted')
    else
      this.#log.error(
        { check: found.name, remedy: found.reason.remedy },
        `commands are refused: ${found.reason.message}`,
      )
  }
}

type Found = { name: string; reason: OperatorError }
