import { useEffect, useState } from 'react'
import type { Product } from '#modules/catalogue/schema.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { outcomeOf } from '../../lib/router/outcome.ts'
import { findProduct } from './find-product.ts'

/** These products as they are now, each as soon as it is fetched; `null` for those that the shop no longer has. */
export function useProducts(ids: readonly string[]): ReadonlyMap<string, Product | null> {
  const api = useApi()
  const [found, setFound] = useState<ReadonlyMap<string, Product | null>>(new Map())
  const wanted = [...new Set(ids)].join(' ')
  useEffect(() => {
    const leaving = new AbortController()
    async function lookUp(id: string) {
      const answer = await outcomeOf(findProduct(api, id, leaving.signal), () => '')
      if (answer.ok && !leaving.signal.aborted) setFound((before) => new Map(before).set(id, answer.value))
    }
    for (const id of wanted.split(' ')) if (id !== '') void lookUp(id)
    return () => leaving.abort()
  }, [api, wanted])
  return found
}
