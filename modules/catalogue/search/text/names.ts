import { fold } from './words.ts'

/** Nearly all names: a page of results compares hundreds of them. */
const plainName = /^[!-~]+(?: [!-~]+)*$/

/** The key by which brands, companies, categories and values are compared: `BPL ` and `bpl` are the same. */
export function nameKey(name: string): string {
  if (plainName.test(name)) return name.toLowerCase()
  return fold(name).replaceAll('\0', '').replaceAll(/\s+/gu, ' ').trim()
}

/** Counts names by their key, each in its most frequent spelling. Names without a key are left out. */
export function countNames(spellings: readonly { name: string; count: number }[]): Record<string, number> {
  const names = new Map<string, { name: string; count: number }>()
  for (const { name, count } of spellings.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))) {
    const key = nameKey(name)
    const known = names.get(key)
    if (key !== '') names.set(key, { name: known?.name ?? name, count: count + (known?.count ?? 0) })
  }
  return Object.fromEntries(Array.from(names.values(), ({ name, count }) => [name, count]))
}

/** The same for names that occur once each. */
export function countEach(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return countNames(Array.from(counts, ([name, count]) => ({ name, count })))
}
