import { singular } from '../text/singular.ts'

/** Marks what a document is indexed under in addition to its words. No word begins with one of these signs. */
export const marks = {
  /** Its id, SKU and model number. */
  code: '=',
  /** What may be a model number in its title. */
  titleCode: '@',
  measure: '#',
  /** The consonants of a word. */
  sound: '~',
  /** The whole name of a collection, or of a kind of product. */
  collection: '^',
  /** The noun that its title names it by. */
  noun: '!',
} as const

export function isMarked(word: string): boolean {
  return /^[=@#~^!]/.test(word)
}

/** The key of a collection's name: `Oxygen Machines` is `^oxygenmachine`. */
export function collectionKey(words: readonly string[]): string {
  return marks.collection + words.map(singular).join('')
}

/** The key of one value of a measure: `12.1 in` is `#in:12.1`. */
export function measureKey(unit: string, value: number): string {
  return `${unitKey(unit)}${value}`
}

/** What the keys of all values of a unit begin with. */
export function unitKey(unit: string): string {
  return `${marks.measure}${unit}:`
}

/** The key of the values of a unit that are near each other: `12.1 in` is `#in~11`, as is `13 in`. */
export function bandKey(unit: string, band: number): string {
  return `${marks.measure}${unit}~${band}`
}
