import type { AccountRole, UserSort } from '#modules/identity/schema.ts'
import { readDays, type DaysSearch } from '../../lib/days.ts'
import { addressText } from '../../lib/router/address-text.ts'
import { readView, type ViewSearch } from '../../lib/router/list-view.ts'
import { parsePage } from '../../lib/router/pagination.ts'

/** The search parameters in the URL of the list of people. `from` and `to` are days of signing up. */
export type PeopleSearch = DaysSearch &
  ViewSearch<UserSort> & {
    page?: number | undefined
    text?: string | undefined
    role?: AccountRole | undefined
  }

export const standardSort: UserSort = 'since-asc'

const sorts: readonly UserSort[] = [
  standardSort,
  'since-desc',
  'name-asc',
  'name-desc',
  'username-asc',
  'username-desc',
]

/** The columns of the table, in their order. */
export const columnIds = ['name', 'username', 'email', 'mobile', 'since', 'roles', 'confirmed', 'id'] as const

export function readPeopleSearch(search: Record<string, unknown>): PeopleSearch {
  const { role } = search
  return {
    page: parsePage(search['page']),
    text: addressText(search['text'], 200),
    role: roles.find((one) => one === role),
    ...readDays(search),
    ...readView(search, { sorts, columns: columnIds }),
  }
}

/** Every role of a registered person, and what it means. */
export const roleTexts: Record<AccountRole, { label: string; meaning: string }> = {
  USER: { label: 'User', meaning: 'Orders and raises requests; sees their own.' },
  STAFF: { label: 'Staff', meaning: 'A registered user who belongs to the shop; sees their own as well.' },
  ADMIN: { label: 'Admin', meaning: 'Manages the catalogue, all orders, all requests, and these accounts.' },
}

export const roles = ['USER', 'STAFF', 'ADMIN'] as const
