import type { ErasurePreview } from '#modules/identity/schema.ts'
import type { ApiClient } from './client.ts'

const userPath = (id: string) => `/users/${encodeURIComponent(id)}`

/** What deleting an account would erase, and what would stay. */
export function fetchErasurePreview(api: ApiClient, id: string, signal?: AbortSignal): Promise<ErasurePreview> {
  return api.query(`${userPath(id)}/erasure`, { signal, needsLogin: true })
}

/** Deletes an account for good. Its token ends with it, so that a second try could only be refused. */
export function deleteAccount(api: ApiClient, id: string): Promise<void> {
  return api.command({ method: 'DELETE', path: userPath(id), needsLogin: true, isFinal: true })
}
