import type { AccountRole, User } from '#modules/identity/schema.ts'
import type { ApiClient } from './client.ts'
import { pageSize, type Page } from './page.ts'

export type PeopleFilter = { page: number; text?: string | undefined; role?: string | undefined }

const pathOf = (id: string) => `/users/${encodeURIComponent(id)}`

/** All accounts, oldest first (admin). */
export function fetchPeople(api: ApiClient, filter: PeopleFilter, signal?: AbortSignal): Promise<Page<User>> {
  return api.query('/users', { search: { ...filter, size: pageSize }, signal, needsLogin: true })
}

export function putRoles(api: ApiClient, id: string, roles: readonly AccountRole[]): Promise<User> {
  return api.command({ method: 'PUT', path: `${pathOf(id)}/roles`, body: { roles }, needsLogin: true })
}
