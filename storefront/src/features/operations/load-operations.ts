import type { JobPage } from '#modules/notifications/schema.ts'
import type { Engines, History, ProjectionsStatus } from '#modules/operations/schema.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import {
  fetchEngines,
  fetchFailedJobs,
  fetchHeldJobs,
  fetchOperationsHistory,
  fetchProjections,
} from '../../lib/api/operations.ts'

export type OperationsData = {
  status: ProjectionsStatus
  history: History
  engines: Engines
  jobs: JobPage
  held: JobPage
}

/** Loads the current data of the operator's page. */
export async function loadOperations(api: ApiClient, signal?: AbortSignal): Promise<OperationsData> {
  const [status, history, engines, jobs, held] = await Promise.all([
    fetchProjections(api, signal),
    fetchOperationsHistory(api, signal),
    fetchEngines(api, signal),
    fetchFailedJobs(api, signal),
    fetchHeldJobs(api, signal),
  ])
  return { status, history, engines, jobs, held }
}
