import { fold, hasDigit, piecesOf, wordsOf } from './words.ts'

const maxCodeLength = 60

/**
 * A code as it is compared: letters and digits alone, without leading zeros, so that `ICU-MON-0008`, `icu mon 0008` and
 * `icumon8` are the same. Undefined for a text that cannot be a code, because it has no digit or is too long.
 */
export function codeKey(text: string): string | undefined {
  const key = wholeKey(text)
  return key !== undefined && hasDigit(key) ? key : undefined
}

/** The same for a whole text that may be an id or SKU, which need not have a digit: `GLOVES-L`. */
export function wholeKey(text: string): string | undefined {
  const key = plain(text).replaceAll(/(?<!\d)0+(?=\d)/g, '')
  return key.length > 1 && key.length <= maxCodeLength ? key : undefined
}

/** The same for a code that is still being typed: zeros at the end may be leading ones. */
export function codeBeginning(text: string): string | undefined {
  return codeKey(text)?.replace(/(?<!\d)0$/, '')
}

function plain(text: string): string {
  return fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The keys of what may be a model number in a title: `SP-10`, also with the word before or after: `SP-10 Duo`. */
export function codesIn(title: string): string[] {
  const pieces = Array.from(piecesOf(title), ({ text }) => text)
  const keys = pieces.flatMap((piece, index) => {
    const pairs = [piece + (pieces[index + 1] ?? ''), (pieces[index - 1] ?? '') + piece]
    return hasDigit(piece) ? [piece, ...pairs].map(codeKey) : []
  })
  return [...new Set(keys.filter((key) => key !== undefined))]
}

/** The keys of every run of up to four words of a query that holds a digit: `infuvara sp 10 pump` has `sp10`. */
export function codesOfQuery(text: string): string[] {
  const words = wordsOf(text).map((word) => word.text)
  const runs = words.flatMap((_, from) => [1, 2, 3, 4].map((length) => words.slice(from, from + length).join('')))
  return [...new Set(runs.map(codeKey).filter((key) => key !== undefined))]
}
