import { parsePage } from '../../lib/pagination.ts'

/** The admin's list as its address says it. */
export type AdminSearch = { page?: number | undefined; text?: string | undefined; state?: 'deleted' | undefined }

export function readAdminSearch(search: Record<string, unknown>): AdminSearch {
  const { text } = search
  const isText = typeof text === 'string' || typeof text === 'number'
  return {
    page: parsePage(search['page']),
    text: isText ? String(text).trim().slice(0, 200) || undefined : undefined,
    state: search['state'] === 'deleted' ? 'deleted' : undefined,
  }
}
