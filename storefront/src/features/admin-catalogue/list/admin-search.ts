import { addressText } from '../../../lib/router/address-text.ts'
import { parsePage } from '../../../lib/router/pagination.ts'

/** The admin's list as its address says it. */
export type AdminSearch = { page?: number | undefined; text?: string | undefined; state?: 'deleted' | undefined }

export function readAdminSearch(search: Record<string, unknown>): AdminSearch {
  return {
    page: parsePage(search['page']),
    text: addressText(search['text'], 200),
    state: search['state'] === 'deleted' ? 'deleted' : undefined,
  }
}
