import type { Attribute } from './attributes.ts'

/**
 * Lists of a profile as texts. A search reads hundreds of profiles but uses few of their lists, and a text is stored,
 * sent and parsed in a fraction of the time that its parts would take.
 */

/** A value with its unit: least and greatest value, and how telling it is for the product, from 0 to 1. */
export type ProfileMeasure = [unit: string, low: number, high: number, telling: number]

/** Each word between two spaces, so that `isPacked` and `beginsPacked` can look for it. Words have no spaces. */
export function packWords(words: readonly string[]): string {
  return words.length === 0 ? '' : ` ${words.join(' ')} `
}

export function unpackWords(packed: string): string[] {
  return packed === '' ? [] : packed.slice(1, -1).split(' ')
}

export function isPacked(word: string, packed: string): boolean {
  return packed.includes(` ${word} `)
}

/** Whether one of the words has this prefix. */
export function beginsPacked(beginning: string, packed: string): boolean {
  return packed.includes(` ${beginning}`)
}

export function packMeasures(measures: readonly ProfileMeasure[]): string {
  return measures.map((measure) => measure.join(' ')).join('\n')
}

export function unpackMeasures(packed: string): ProfileMeasure[] {
  if (packed === '') return []
  return packed.split('\n').map((line) => {
    const [unit = '', low, high, telling] = line.split(' ')
    return [unit, Number(low), Number(high), Number(telling)]
  })
}

/** Three lines each. Names and texts are parts of a line. */
export function packAttributes(attributes: readonly Attribute[]): string {
  return attributes.map(([name, text, number]) => `${name}\n${text}\n${number ?? ''}`).join('\n')
}

export function unpackAttributes(packed: string): Attribute[] {
  const attributes: Attribute[] = []
  visitAttributes(packed, (...attribute) => attributes.push(attribute))
  return attributes
}

/** The same without a list, for the thousands of attributes that a page of results has. */
export function visitAttributes(packed: string, visit: (...attribute: Attribute) => void): void {
  for (let at = 0; at < packed.length;) {
    const nameEnd = packed.indexOf('\n', at)
    const textEnd = packed.indexOf('\n', nameEnd + 1)
    const next = packed.indexOf('\n', textEnd + 1)
    const numberEnd = next === -1 ? packed.length : next
    const number = numberEnd === textEnd + 1 ? null : Number(packed.slice(textEnd + 1, numberEnd))
    visit(packed.slice(at, nameEnd), packed.slice(nameEnd + 1, textEnd), number)
    at = numberEnd + 1
  }
}
