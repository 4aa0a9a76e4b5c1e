import { isFields, parseJson, textOf } from '../../../lib/decode.ts'

/** A product as a list in this browser stores it: without its price, which may change. */
export type StoredProduct = {
  id: string
  title: string
  brand: string
  logoUrl: string
  logoAlt?: string | undefined
}

/** The most products that are compared side by side. */
export const maxCompared = 4

/** The most recently viewed products that are stored. */
export const maxSeen = 12

export function toStoredProduct({ id, title, brand, logoUrl, logoAlt }: StoredProduct): StoredProduct {
  return { id, title, brand, logoUrl, logoAlt }
}

/** Moves or adds a product to the front; the oldest beyond the limit are dropped. */
export function rememberSeen(seen: readonly StoredProduct[], product: StoredProduct): StoredProduct[] {
  return [toStoredProduct(product), ...seen.filter(({ id }) => id !== product.id)].slice(0, maxSeen)
}

/** Adds a product to the comparison, or removes it; `full` if the comparison has no room. */
export function toggleCompared(compared: readonly StoredProduct[], product: StoredProduct): StoredProduct[] | 'full' {
  if (compared.some(({ id }) => id === product.id)) return compared.filter(({ id }) => id !== product.id)
  return compared.length < maxCompared ? [...compared, toStoredProduct(product)] : 'full'
}

/** Decodes a stored list: its valid entries, each product once; none if it is not a list. */
export function decodeStoredProducts(text: string | null, limit: number): StoredProduct[] {
  const list = parseJson(text)
  if (!Array.isArray(list)) return []
  const products = list.slice(0, 10 * limit).flatMap((entry: unknown): [string, StoredProduct][] => {
    if (!isFields(entry)) return []
    const text = (name: string) => textOf(entry, name)
    const id = text('id')
    const others = { title: text('title'), brand: text('brand'), logoUrl: text('logoUrl'), logoAlt: text('logoAlt') }
    return id === '' ? [] : [[id, { id, ...others }]]
  })
  return [...new Map(products).values()].slice(0, limit)
}
