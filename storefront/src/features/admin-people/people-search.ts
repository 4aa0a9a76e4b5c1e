import type { AccountRole } from '#modules/identity/schema.ts'
import { addressText } from '../../lib/router/address-text.ts'
import { parsePage } from '../../lib/router/pagination.ts'

/** The search parameters in the URL of the list of people. */
export type PeopleSearch = { page?: number | undefined; text?: string | undefined; role?: AccountRole | undefined }

export function readPeopleSearch(search: Record<string, unknown>): PeopleSearch {
  const { role } = search
  return {
    page: parsePage(search['page']),
    text: addressText(search['text'], 200),
    role: roles.find((one) => one === role),
  }
}

/** Every role of a registered person, and what it means. */
export const roleTexts: Record<AccountRole, { label: string; meaning: string }> = {
  USER: { label: 'User', meaning: 'Orders and raises requests, sees their own.' },
  STAFF: { label: 'Staff', meaning: 'A registered user who belongs to the shop; sees their own as well.' },
  ADMIN: { label: 'Admin', meaning: 'Keeps the catalogue, all orders, all requests, and these accounts.' },
}

export const roles = ['USER', 'STAFF', 'ADMIN'] as const
