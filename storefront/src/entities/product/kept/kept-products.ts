import { isFields, parseJson, textOf } from '../../../lib/decode.ts'

/** A product as a list on this device remembers it: without its price, which may be another one tomorrow. */
export type KeptProduct = { id: string; title: string; brand: string; logoUrl: string }

/** The most devices that are compared side by side. */
export const maxCompared = 4

/** The most products that are remembered as seen. */
export const maxSeen = 12

export function keptProduct({ id, title, brand, logoUrl }: KeptProduct): KeptProduct {
  return { id, title, brand, logoUrl }
}

/** Puts a product in front; one that was there moves, and the last ones make room. */
export function rememberSeen(seen: readonly KeptProduct[], product: KeptProduct): KeptProduct[] {
  return [keptProduct(product), ...seen.filter(({ id }) => id !== product.id)].slice(0, maxSeen)
}

/** Adds a product to those compared, or takes it out; `full` where it would be one too many. */
export function toggleCompared(compared: readonly KeptProduct[], product: KeptProduct): KeptProduct[] | 'full' {
  if (compared.some(({ id }) => id === product.id)) return compared.filter(({ id }) => id !== product.id)
  return compared.length < maxCompared ? [...compared, keptProduct(product)] : 'full'
}

/** Reads a stored list: the entries that are whole, each product once; none where it is no list. */
export function decodeKept(text: string | null, limit: number): KeptProduct[] {
  const list = parseJson(text)
  if (!Array.isArray(list)) return []
  const products = list.slice(0, 10 * limit).flatMap((entry: unknown): [string, KeptProduct][] => {
    if (!isFields(entry)) return []
    const id = textOf(entry, 'id')
    const [title, brand, logoUrl] = [textOf(entry, 'title'), textOf(entry, 'brand'), textOf(entry, 'logoUrl')]
    return id === '' ? [] : [[id, { id, title, brand, logoUrl }]]
  })
  return [...new Map(products).values()].slice(0, limit)
}
