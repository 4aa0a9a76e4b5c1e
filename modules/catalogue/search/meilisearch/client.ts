import { setTimeout as sleep } from 'node:timers/promises'
import { Meilisearch, MeilisearchApiError, MeilisearchError, type EnqueuedTask, type Task } from 'meilisearch'
import { EngineUnavailable, OperatorError } from '#core/domain/errors.ts'

/** The server's address, and a key with the rights that the caller needs. */
export type MeiliAccess = { url: string; key: string | undefined }

/** The timeout of a call, in ms. */
const callTimeout = 5_000
/** The timeout in ms until a change is searchable, chosen for a large batch on a small machine. */
const taskTimeout = 120_000
/**
 * Polls again after a twentieth of the time waited so far, in ms: polling takes time in which Meilisearch could index.
 */
const taskInterval = { least: 15, most: 100, share: 0.05 }
/** A change that takes longer, in ms, is reported: Meilisearch may be busy with other changes, or stuck. */
const slowAfter = 5_000

/**
 * Meilisearch sends a compressed answer in several small packets, for each of which TCP waits: 40 ms a call on one machine,
 * for an answer of some kB that takes 1 ms.
 */
export const uncompressed = { 'accept-encoding': 'identity' }

export type SlowChange = { task: number; status: string }

const ignore = () => undefined

/** The Meilisearch client, with failures mapped to the shop's errors. */
export type MeiliClient = {
  /** @throws EngineUnavailable if it does not answer, sends an invalid answer, or refuses the call for now */
  call<T>(work: (meili: Meilisearch) => Promise<T>): Promise<T>
  /**
   * Resolves when Meilisearch has accepted the change, to a function that waits until it is searchable. It makes the
   * changes of an index in the order in which it accepts them, and many documents at once where many wait.
   */
  enqueue(work: (meili: Meilisearch) => Promise<EnqueuedTask>): Promise<() => Promise<void>>
  /**
   * Resolves when the change is searchable. Meilisearch reports the outcome of a change to several indexes only to a
   * key for all indexes; with any other key, `isMade` is polled until it returns true.
   * @throws an Error with the reason why Meilisearch could not make the change
   */
  change(work: (meili: Meilisearch) => Promise<EnqueuedTask>, isMade?: () => Promise<boolean>): Promise<void>
}

/** `onSlow` is called once for a change that Meilisearch has not made after some seconds. */
export function meiliClient({ url, key }: MeiliAccess, onSlow: (change: SlowChange) => void = ignore): MeiliClient {
  const access = key === undefined ? { host: url } : { host: url, apiKey: key }
  const meili = new Meilisearch({ ...access, timeout: callTimeout, requestInit: { headers: uncompressed } })

  async function call<T>(work: (meili: Meilisearch) => Promise<T>): Promise<T> {
    try {
      return await work(meili)
    } catch (error) {
      throw failureOf(error)
    }
  }

  async function enqueue(work: (meili: Meilisearch) => Promise<EnqueuedTask>): Promise<() => Promise<void>> {
    const { taskUid } = await call(work)
    return async () => assertMade(await call(() => ended(meili, taskUid, onSlow)))
  }

  return {
    call,
    enqueue,
    async change(work, isMade) {
      const made = await enqueue(work)
      try {
        await made()
      } catch (error) {
        if (isMade === undefined || meiliCode(error) !== 'task_not_found') throw error
        await until(isMade)
      }
    },
  }
}

function assertMade({ status, error }: Task): void {
  if (status === 'succeeded') return
  const { code = 'unknown', message = status } = error ?? {}
  throw new SearchChangeFailed(code, message)
}

async function until(isMade: () => Promise<boolean>): Promise<void> {
  const start = performance.now()
  while (!(await isMade())) {
    const waited = performance.now() - start
    if (waited > taskTimeout) throw new EngineUnavailable('search index', { outcome: 'unknown' })
    const { least, most, share } = taskInterval
    await sleep(Math.min(most, Math.max(least, waited * share)))
  }
}

/** Meilisearch accepted a change but could not make it: a retry does not help. */
export class SearchChangeFailed extends Error {
  override readonly name = 'SearchChangeFailed'
  readonly code: string

  constructor(code: string, message: string) {
    super(`the search index could not be changed: ${message}`)
    this.code = code
  }
}

/** Replaces the library's own wait, which leaks its timer on failure and so keeps a command alive for two minutes. */
async function ended(meili: Meilisearch, taskUid: number, onSlow: (change: SlowChange) => void): Promise<Task> {
  let task = await meili.tasks.getTask(taskUid)
  const slow = setTimeout(() => onSlow({ task: taskUid, status: task.status }), slowAfter)
  await until(async () => {
    if (task.status === 'enqueued' || task.status === 'processing') task = await meili.tasks.getTask(taskUid)
    return task.status !== 'enqueued' && task.status !== 'processing'
  }).finally(() => clearTimeout(slow))
  // The status may also be `canceled`: a process that stops cancels nothing, but an operator may.
  return task
}

/** Meilisearch's own error code, such as `index_not_found`. */
export function meiliCode(error: unknown): string | undefined {
  return error instanceof MeilisearchApiError ? error.cause?.code : undefined
}

/** A proxy's page instead of JSON, no answer, a full queue: all temporary. The client's errors may quote headers. */
function failureOf(error: unknown): unknown {
  if (error instanceof MeilisearchApiError) return failureOfApiError(error)
  return error instanceof MeilisearchError || error instanceof SyntaxError ? unavailable(error) : error
}

function failureOfApiError(error: MeilisearchApiError): unknown {
  const { status } = error.response
  if (status === 401 || status === 403) return refused(error)
  if (status >= 500) return error.cause?.code === 'internal' ? failedInside(error) : unavailable(error)
  return [408, 429].includes(status) || error.cause === undefined ? unavailable(error) : error
}

/** Meilisearch answers so when its files are damaged or its disk is full. */
function failedInside(error: Error): EngineUnavailable {
  const remedy =
    'See its log. If its files are damaged, start it with an empty data folder: the shop fills the index from the event log.'
  const cause = new OperatorError(`Meilisearch fails: ${error.message}`, remedy, { cause: new Error(error.message) })
  return new EngineUnavailable('search index', { outcome: 'unknown', cause })
}

class KeyRefused extends OperatorError {}

/** Whether Meilisearch has refused the key of a call. */
export function isKeyRefused(error: unknown): boolean {
  return error instanceof EngineUnavailable && error.cause instanceof KeyRefused
}

/** Nothing was changed, and no retry succeeds until the operator has given the key its rights. */
function refused(error: Error): EngineUnavailable {
  const remedy =
    'Fix MEILI_KEY and, if it is set, MEILI_SEARCH_KEY: docs/production.md lists the rights that each needs.'
  const cause = new KeyRefused('Meilisearch refuses the shop’s key', remedy, { cause: new Error(error.message) })
  return new EngineUnavailable('search index', { outcome: 'none', cause })
}

function unavailable(error: Error): EngineUnavailable {
  return new EngineUnavailable('search index', { outcome: 'unknown', cause: new Error(error.message) })
}
