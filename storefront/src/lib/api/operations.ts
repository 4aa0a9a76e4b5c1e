import type { JobFilters, JobPage, JobSort } from '#modules/notifications/schema.ts'
import type {
  Engines,
  Flow,
  History,
  ProjectionsStatus,
  Results,
  Samples,
  SpanName,
} from '#modules/operations/schema.ts'
import type { ApiClient } from './client.ts'

/** The commands for one read model or reactor, as the API names them. */
export type OperatorStep =
  | 'replay'
  | 'resume'
  | 'stop-replay'
  | 'dry-run'
  | 'verify'
  | 'stop-comparison'
  | 'rollback'
  | 'retry'
  | 'skip'
  | 'skip-everywhere'

export function fetchProjections(api: ApiClient, signal?: AbortSignal): Promise<ProjectionsStatus> {
  return api.query('/ops/projections', { signal, needsLogin: true })
}

export type HistoryQuery = { name?: string | undefined; by?: string | undefined; before?: number | undefined }

/** Operations, newest first. */
export function fetchOperationsHistory(api: ApiClient, search: HistoryQuery, signal?: AbortSignal): Promise<History> {
  return api.query('/ops/history', { search: { ...search, limit: 30 }, signal, needsLogin: true })
}

/** The streams that every read model and reactor reads, and what it writes. */
export function fetchFlow(api: ApiClient, signal?: AbortSignal): Promise<Flow> {
  return api.query('/ops/flow', { signal, needsLogin: true })
}

/** The newest replay, dry run and verification of every read model. */
export function fetchResults(api: ApiClient, signal?: AbortSignal): Promise<Results> {
  return api.query('/ops/results', { signal, needsLogin: true })
}

export function fetchEngines(api: ApiClient, signal?: AbortSignal): Promise<Engines> {
  return api.query('/ops/engines', { signal, needsLogin: true })
}

/** Lag and latency over the last hour, day or week. */
export function fetchSamples(api: ApiClient, over: SpanName, signal?: AbortSignal): Promise<Samples> {
  return api.query('/ops/samples', { search: { over }, signal, needsLogin: true })
}

/** The newest failed mails, and the number of mails in each state. */
export function fetchFailedJobs(api: ApiClient, signal?: AbortSignal): Promise<JobPage> {
  return api.query('/ops/jobs', { search: { status: 'failed', size: 20 }, signal, needsLogin: true })
}

/** The newest mails that are held for a decision. */
export function fetchHeldJobs(api: ApiClient, signal?: AbortSignal): Promise<JobPage> {
  return api.query('/ops/jobs', { search: { status: 'held', size: 20 }, signal, needsLogin: true })
}

export type MailQuery = JobFilters & { page: number; size: number; sort?: JobSort | undefined }

/** A page of the list of mails, and the number of mails in each state; newest first if `sort` is left out. */
export function fetchMails(api: ApiClient, search: MailQuery, signal?: AbortSignal): Promise<JobPage> {
  return api.query('/ops/jobs', { search, signal, needsLogin: true })
}

/** Retries all failed mails; refused if their number is not `count`. */
export function retryFailedJobs(api: ApiClient, count: number): Promise<void> {
  return api.command({ method: 'POST', path: '/ops/failed-jobs/retry', needsLogin: true, body: { count } })
}

/** Sends held mails now, or marks them as not sent. */
export type HeldDecision = 'send' | 'discard'

export function decideHeldJob(api: ApiClient, decision: HeldDecision, id: string): Promise<void> {
  return api.command({ method: 'POST', path: `/ops/jobs/${encodeURIComponent(id)}/${decision}`, needsLogin: true })
}

/** Decides about all held mails; refused if the number of held mails is not `count`. */
export function decideHeldJobs(api: ApiClient, decision: HeldDecision, count: number): Promise<void> {
  return api.command({ method: 'POST', path: `/ops/held-jobs/${decision}`, needsLogin: true, body: { count } })
}

export function retryJob(api: ApiClient, id: string): Promise<void> {
  return api.command({ method: 'POST', path: `/ops/jobs/${encodeURIComponent(id)}/retry`, needsLogin: true })
}

/** Sends a second copy of a mail that was sent. */
export function sendMailAgain(api: ApiClient, id: string, idempotencyKey: string): Promise<void> {
  const path = `/ops/jobs/${encodeURIComponent(id)}/send-again`
  return api.command({ method: 'POST', path, idempotencyKey, needsLogin: true })
}

export type OperatorCommand = { name: string; step: OperatorStep; skip?: { position: number; reason: string } }

export function takeOperatorStep(api: ApiClient, { name, step, skip }: OperatorCommand): Promise<void> {
  const isForAll = step === 'skip-everywhere'
  const path = isForAll ? '/ops/projections/everywhere/skip' : `/ops/projections/${encodeURIComponent(name)}/${step}`
  return api.command({ method: 'POST', path, needsLogin: true, ...(skip && { body: skip }) })
}
