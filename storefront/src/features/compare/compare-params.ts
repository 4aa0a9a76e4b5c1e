import { maxCompared } from '../../entities/product/stored/stored-products.ts'

/** The search parameters in the URL of a comparison, which can be shared: `/compare?ids=a,b,c`. */
export type CompareParams = { ids?: string | undefined }

export function readCompareParams(search: Record<string, unknown>): CompareParams {
  const { ids } = search
  return { ids: typeof ids === 'string' ? joinIds(splitIds(ids)) : undefined }
}

/** The distinct ids in a URL, up to the maximum that can be compared. */
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
