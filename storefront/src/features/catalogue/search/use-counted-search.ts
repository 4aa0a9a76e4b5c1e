import { useEffect } from 'react'
import { searchProducts } from '../../../lib/api/products.ts'
import { useApi } from '../../../lib/api/use-services.ts'

/** The server renders only the first page of a visit; what it loaded is shown again when the visitor returns to it. */
let isCounted = false

/**
 * Searches again, in the background, for a text without a hit whose page the server rendered. The shop counts searches
 * without a hit by visitor, but a rendered page may be that of any visitor.
 */
export function useCountedSearch(text: string, isRenderedByServer = false): void {
  const api = useApi()
  useEffect(() => {
    if (!isRenderedByServer || isCounted) return
    isCounted = true
    searchProducts(api, { text, page: 0, size: 1 }).catch(() => undefined)
  }, [api, text, isRenderedByServer])
}
