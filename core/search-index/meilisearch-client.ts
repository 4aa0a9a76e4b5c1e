import { Meilisearch, MeilisearchApiError, MeilisearchError, type EnqueuedTask, type Task } from 'meilisearch'
import { EngineUnavailable } from '../errors.ts'

/** Where it is, and the key of what is to be done there. */
export type MeiliAccess = { url: string; key: string | undefined }

/** How long a call is waited for, in ms. */
const callTimeout = 5_000
/** The longest that a change may take until it can be found: a large batch on a small machine. */
const taskTimeout = 120_000
const taskInterval = 15

/** Meilisearch's client, with its failures told as the shop tells them. */
export type MeiliClient = {
  /** @throws EngineUnavailable when it does not answer, answers nonsense, or refuses for now */
  call<T>(work: (meili: Meilisearch) => Promise<T>): Promise<T>
  /** Resolves when the change can be found. @throws an Error that says why Meilisearch could not make it */
  change(work: (meili: Meilisearch) => Promise<EnqueuedTask>): Promise<void>
}

export function meiliClient({ url, key }: MeiliAccess): MeiliClient {
  const access = key === undefined ? { host: url } : { host: url, apiKey: key }
  const meili = new Meilisearch({ ...access, timeout: callTimeout })

  async function call<T>(work: (meili: Meilisearch) => Promise<T>): Promise<T> {
    try {
      return await work(meili)
    } catch (error) {
      throw failureOf(error)
    }
  }

  return {
    call,
    async change(work) {
      const { taskUid } = await call(work)
      const task = await call(() => ended(meili, taskUid))
      if (task.status === 'succeeded') return
      const { code = 'unknown', message = task.status } = task.error ?? {}
      throw new SearchChangeFailed(code, message)
    },
  }
}

/** Meilisearch took a change and could not make it: waiting does not help. */
export class SearchChangeFailed extends Error {
  override readonly name = 'SearchChangeFailed'
  readonly code: string

  constructor(code: string, message: string) {
    super(`the search index could not be changed: ${message}`)
    this.code = code
  }
}

async function ended(meili: Meilisearch, taskUid: number): Promise<Task> {
  const task = await meili.tasks.waitForTask(taskUid, { timeout: taskTimeout, interval: taskInterval })
  // A process that stops cancels nothing, but an operator may.
  return task
}

/** The code of Meilisearch's own errors, such as `index_not_found`. */
export function meiliCode(error: unknown): string | undefined {
  return error instanceof MeilisearchApiError ? error.cause?.code : undefined
}

/** A proxy's page instead of JSON, no answer, a full queue: all of it passes. The client's errors may quote headers. */
function failureOf(error: unknown): unknown {
  if (error instanceof MeilisearchApiError) {
    const { status } = error.response
    return status >= 500 || [401, 403, 408, 429].includes(status) || error.cause === undefined
      ? unavailable(error)
      : error
  }
  return error instanceof MeilisearchError || error instanceof SyntaxError ? unavailable(error) : error
}

function unavailable(error: Error): EngineUnavailable {
  return new EngineUnavailable('search index', { outcome: 'unknown', cause: new Error(error.message) })
}
