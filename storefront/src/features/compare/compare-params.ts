import { maxCompared } from '../../entities/product/kept/kept-products.ts'

/** What is compared, as the address says it, to be shared: `/compare?ids=a,b,c`. */
export type CompareParams = { ids?: string | undefined }

export function readCompareParams(search: Record<string, unknown>): CompareParams {
  const { ids } = search
  return { ids: typeof ids === 'string' ? joinIds(splitIds(ids)) : undefined }
}

/** The ids of an address, each once, no more than are compared at once. */
export function splitIds(ids = ''): string[] {
  const given = ids
    .slice(0, 2000)
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  return [...new Set(given)].slice(0, maxCompared)
}

export function joinIds(ids: readonly string[]): string | undefined {
  return ids.length > 0 ? ids.join(',') : undefined
}
