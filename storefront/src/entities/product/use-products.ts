import { useEffect, useState } from 'react'
import type { Product } from '#modules/catalogue/schema.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { outcomeOf } from '../../lib/router/outcome.ts'
import { findProducts } from './find-products.ts'

/** The current data of these products, once it is fetched; `null` for products that the shop no longer has. */
export function useProducts(ids: readonly string[]): ReadonlyMap<string, Product | null> {
  const api = useApi()
  const [found, setFound] = useState<ReadonlyMap<string, Product | null>>(new Map())
  const wanted = [...new Set(ids)].join(' ')
  useEffect(() => {
    if (wanted === '') return
    const leaving = new AbortController()
    async function lookUp() {
      const outcome = await outcomeOf(findProducts(api, wanted.split(' '), leaving.signal), () => '')
      if (outcome.ok && !leaving.signal.aborted) setFound(outcome.value)
    }
    void lookUp()
    return () => leaving.abort()
  }, [api, wanted])
  return found
}
