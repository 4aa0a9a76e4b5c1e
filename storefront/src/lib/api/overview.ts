import type { Overview } from '#modules/overview/schema.ts'
import type { ApiClient } from './client.ts'

/** A period of days in India; the API's default is the week that ends today. */
export type PeriodSearch = { from?: string | undefined; to?: string | undefined }

/** Open work and sales (admin). */
export function fetchOverview(api: ApiClient, { from, to }: PeriodSearch, signal?: AbortSignal): Promise<Overview> {
  return api.query('/overview', { search: { from, to }, signal, needsLogin: true })
}
