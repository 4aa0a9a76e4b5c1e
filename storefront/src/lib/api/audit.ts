import type {
  AuditPage,
  EventInChain,
  Export,
  ExportFilters,
  ExportFormat,
  ExportPage,
  ExportSort,
  Found,
  Histogram,
  StateAt,
  Timeline,
} from '#modules/audit/schema.ts'
import type { ApiClient } from './client.ts'

/** The filters of a list of events; empty fields are left out. */
export type EventFilter = {
  stream?: string | undefined
  category?: string | undefined
  type?: string | undefined
  by?: string | undefined
  correlationId?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** A category to leave out. */
  without?: string | undefined
  /** A predicate over the content of events. */
  where?: string | undefined
}

/** The page of events to read: older events before a position, or newer ones after it. */
export type EventsAt = { size: number; before?: number | undefined; after?: number | undefined }

export function fetchEvents(
  api: ApiClient,
  { filter, at }: { filter: EventFilter; at: EventsAt },
  signal?: AbortSignal,
): Promise<AuditPage> {
  return api.query('/audit/events', { search: { ...filter, ...at }, signal, needsLogin: true })
}

/** The distribution over time of the events that match the filter. */
export function fetchHistogram(api: ApiClient, filter: EventFilter, signal?: AbortSignal): Promise<Histogram> {
  return api.query('/audit/histogram', { search: filter, signal, needsLogin: true })
}

export function fetchEventInChain(api: ApiClient, id: string, signal?: AbortSignal): Promise<EventInChain> {
  return api.query(`/audit/events/${encodeURIComponent(id)}`, { signal, needsLogin: true })
}

/** Looks up an id of any kind. */
export function findAnything(api: ApiClient, id: string, signal?: AbortSignal): Promise<Found> {
  return api.query('/audit/find', { search: { id }, signal, needsLogin: true })
}

const streamPath = (stream: string) => `/audit/streams/${encodeURIComponent(stream)}`

export function fetchTimeline(api: ApiClient, stream: string, signal?: AbortSignal): Promise<Timeline> {
  return api.query(streamPath(stream), { signal, needsLogin: true })
}

/** The state of an aggregate after a revision of its stream or at a time; the current state if neither is given. */
export function fetchStateAt(
  api: ApiClient,
  { stream, ...then }: { stream: string; revision?: number | undefined; at?: string | undefined },
  signal?: AbortSignal,
): Promise<StateAt> {
  return api.query(`${streamPath(stream)}/state`, { search: then, signal, needsLogin: true })
}

/** Requests an export of events; the file is written in the background. */
export function requestExport(api: ApiClient, body: EventFilter & { format: ExportFormat }): Promise<Export> {
  return api.command({ method: 'POST', path: '/audit/exports', body, needsLogin: true })
}

export function fetchExport(api: ApiClient, id: string, signal?: AbortSignal): Promise<Export> {
  return api.query(`/audit/exports/${encodeURIComponent(id)}`, { signal, needsLogin: true })
}

export type ExportsQuery = ExportFilters & { page: number; size: number; sort?: ExportSort | undefined }

/** A page of the exports of the account that is logged in; newest first if `sort` is left out. */
export function fetchOwnExports(api: ApiClient, search: ExportsQuery, signal?: AbortSignal): Promise<ExportPage> {
  return api.query('/audit/my-exports', { search, signal, needsLogin: true })
}

export function deleteExport(api: ApiClient, id: string): Promise<void> {
  return api.command({ method: 'DELETE', path: `/audit/exports/${encodeURIComponent(id)}`, needsLogin: true })
}

export function fetchExportFile(api: ApiClient, id: string): Promise<Blob> {
  return api.download(`/audit/exports/${encodeURIComponent(id)}/file`)
}
