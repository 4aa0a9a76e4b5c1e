import { fold, type Spelling } from './words.ts'

/** Letters that are each followed by a point or a slash: `E.C.G.`, `m/c`. */
const initials = /(?<![\p{L}\p{M}\p{N}./])\p{L}(?:[./]\p{L})+(?![\p{L}\p{M}\p{N}])/gu

/** Purchase lists write machine like this. */
const written: Readonly<Record<string, string>> = { mc: 'machine' }

/** The words of a text with its initials as one word each, so that `S.S.` is not one letter twice. */
export function withInitials(words: readonly Spelling[], text: string): readonly Spelling[] {
  const joined = Array.from(text.matchAll(initials), ({ 0: found, index }) => {
    const letters = fold(found.replaceAll(/[./]/g, ''))
    return { text: written[letters] ?? letters, start: index, end: index + found.length }
  })
  if (joined.length === 0) return words
  return words.flatMap((word) => {
    const of = joined.find(({ start, end }) => start <= word.start && word.end <= end)
    if (of === undefined) return [word]
    return of.start === word.start ? [{ ...word, ...of }] : []
  })
}
