import { setTimeout as sleep } from 'node:timers/promises'
import { Meilisearch, MeilisearchApiError, MeilisearchError, type EnqueuedTask, type Task } from 'meilisearch'
import { EngineUnavailable, OperatorError } from '#core/domain/errors.ts'

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
  /**
   * Resolves when the change can be found. How a change of several indexes ends, Meilisearch tells only to a key for all
   * indexes there are: with any other key `isMade` is asked until it says so.
   * @throws an Error that says why Meilisearch could not make it
   */
  change(work: (meili: Meilisearch) => Promise<EnqueuedTask>, isMade?: () => Promise<boolean>): Promise<void>
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
    async change(work, isMade) {
      const { taskUid } = await call(work)
      try {
        assertMade(await call(() => ended(meili, taskUid)))
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
  const end = performance.now() + taskTimeout
  while (!(await isMade())) {
    if (performance.now() > end) throw new EngineUnavailable('search index', { outcome: 'unknown' })
    await sleep(taskInterval)
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

/** The library's own wait leaves its timer behind where it fails, which keeps a command of the operator's for two minutes. */
async function ended(meili: Meilisearch, taskUid: number): Promise<Task> {
  let task = await meili.tasks.getTask(taskUid)
  await until(async () => {
    if (task.status === 'enqueued' || task.status === 'processing') task = await meili.tasks.getTask(taskUid)
    return task.status !== 'enqueued' && task.status !== 'processing'
  })
  // A process that stops cancels nothing, but an operator may.
  return task
}

/** The code of Meilisearch's own errors, such as `index_not_found`. */
export function meiliCode(error: unknown): string | undefined {
  return error instanceof MeilisearchApiError ? error.cause?.code : undefined
}

/** A proxy's page instead of JSON, no answer, a full queue: all of it passes. The client's errors may quote headers. */
function failureOf(error: unknown): unknown {
  if (error instanceof MeilisearchApiError) return failureOfAnswer(error)
  return error instanceof MeilisearchError || error instanceof SyntaxError ? unavailable(error) : error
}

function failureOfAnswer(error: MeilisearchApiError): unknown {
  const { status } = error.response
  if (status === 401 || status === 403) return refused(error)
  return status >= 500 || [408, 429].includes(status) || error.cause === undefined ? unavailable(error) : error
}

/** Nothing was changed, and nothing will be until the operator has given the key its rights. */
function refused(error: Error): EngineUnavailable {
  const remedy = 'Mend MEILI_KEY and, where it is set, MEILI_SEARCH_KEY: docs/production.md lists what each must allow.'
  const cause = new OperatorError('Meilisearch refuses the shop’s key', remedy, { cause: new Error(error.message) })
  return new EngineUnavailable('search index', { outcome: 'none', cause })
}

function unavailable(error: Error): EngineUnavailable {
  return new EngineUnavailable('search index', { outcome: 'unknown', cause: new Error(error.message) })
}
