import type { JobPage } from '#modules/notifications/schema.ts'
import type { Engines, Flow, History, ProjectionsStatus, Results, Samples } from '#modules/operations/schema.ts'
import type { ActivitySearch } from './activity/activity-search.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import type { OperationsSearch } from './operations-search.ts'
import {
  fetchEngines,
  fetchFailedJobs,
  fetchFlow,
  fetchHeldJobs,
  fetchOperationsHistory,
  fetchProjections,
  fetchResults,
  fetchSamples,
} from '../../lib/api/operations.ts'

export type OperationsData = {
  status: ProjectionsStatus
  history: History
  results: Results
  flow: Flow
  engines: Engines
  jobs: JobPage
  held: JobPage
}

/** Loads the current data of the operator's page. */
export async function loadOperations(
  api: ApiClient,
  search: ActivitySearch,
  signal?: AbortSignal,
): Promise<OperationsData> {
  const [status, history, results, flow, engines, jobs, held] = await Promise.all([
    fetchProjections(api, signal),
    fetchOperationsHistory(api, { name: search.of, by: search.by, before: search.before }, signal),
    fetchResults(api, signal),
    fetchFlow(api, signal),
    fetchEngines(api, signal),
    fetchFailedJobs(api, signal),
    fetchHeldJobs(api, signal),
  ])
  return { status, history, results, flow, engines, jobs, held }
}

export type OperationsPage = { current: OperationsData; samples: Samples }

/** Loads the data that the operations page shows first. */
export async function loadOperationsPage(
  api: ApiClient,
  search: OperationsSearch,
  signal: AbortSignal,
): Promise<OperationsPage> {
  const [current, samples] = await Promise.all([
    loadOperations(api, search, signal),
    fetchSamples(api, search.over ?? 'day', signal),
  ])
  return { current, samples }
}
