import type { AccountRole, User, UserSort } from '#modules/identity/schema.ts'
import type { DaysSearch } from '../days.ts'
import type { ApiClient } from './client.ts'
import { pageSize, type Page } from './page.ts'

export type PeopleFilter = DaysSearch & {
  page: number
  size?: number | undefined
  sort?: UserSort | undefined
  text?: string | undefined
  role?: string | undefined
}

const pathOf = (id: string) => `/users/${encodeURIComponent(id)}`

/** All accounts (admin); oldest first if `sort` is left out. */
export function fetchPeople(api: ApiClient, filter: PeopleFilter, signal?: AbortSignal): Promise<Page<User>> {
  return api.query('/users', { search: { size: pageSize, ...filter }, signal, needsLogin: true })
}

/** An account, by its id or username. */
export function fetchPerson(api: ApiClient, id: string, signal?: AbortSignal): Promise<User> {
  return api.query(pathOf(id), { signal, needsLogin: true })
}

/** Changes the roles of an account if they are still those that the user has seen. */
export function putRoles(
  api: ApiClient,
  { id, revision }: Pick<User, 'id' | 'revision'>,
  roles: readonly AccountRole[],
): Promise<User> {
  const path = `${pathOf(id)}/roles`
  return api.command({ method: 'PUT', path, body: { roles }, ifMatch: revision, needsLogin: true })
}
