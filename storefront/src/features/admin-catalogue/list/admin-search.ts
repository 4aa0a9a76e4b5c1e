import { addressText } from '../../../lib/router/address-text.ts'
import { parsePage } from '../../../lib/router/pagination.ts'

/** The search parameters in the URL of the admin's list. */
export type AdminSearch = {
  page?: number | undefined
  text?: string | undefined
  state?: 'deleted' | undefined
  /** Only products on offer of which there is none left. */
  stock?: 'none' | undefined
}

export function readAdminSearch(search: Record<string, unknown>): AdminSearch {
  return {
    page: parsePage(search['page']),
    text: addressText(search['text'], 200),
    state: search['state'] === 'deleted' ? 'deleted' : undefined,
    stock: search['stock'] === 'none' ? 'none' : undefined,
  }
}
