import type { ErasurePreview } from '#modules/identity/schema.ts'
import type { ApiClient } from '../client.ts'

const userPath = (id: string) => `/users/${encodeURIComponent(id)}`

/** The data that deleting an account would erase, and the data that would be kept. */
export function fetchErasurePreview(api: ApiClient, id: string, signal?: AbortSignal): Promise<ErasurePreview> {
  return api.query(`${userPath(id)}/erasure`, { signal, needsLogin: true })
}

/** Deletes an account permanently. Not retried: the deletion also revokes the token, so a retry would be refused. */
export function deleteAccount(api: ApiClient, id: string): Promise<void> {
  return api.command({ method: 'DELETE', path: userPath(id), needsLogin: true, isFinal: true })
}
