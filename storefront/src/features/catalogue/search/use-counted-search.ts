import { useEffect } from 'react'
import { searchProducts } from '../../../lib/api/products.ts'
import { useApi } from '../../../lib/api/use-services.ts'

/**
 * Searches again, in the background, for a text without a hit whose page the server rendered. The shop counts searches
 * without a hit by visitor, but a rendered page may be that of any visitor.
 */
export function useCountedSearch(text: string, isRenderedByServer: boolean): void {
  const api = useApi()
  useEffect(() => {
    if (!isRenderedByServer) return
    const leaving = new AbortController()
    searchProducts(api, { text, page: 0, size: 1 }, leaving.signal).catch(() => undefined)
    return () => leaving.abort()
  }, [api, text, isRenderedByServer])
}
