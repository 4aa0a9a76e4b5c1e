/** Further words would hardly narrow the search. */
const mostWords = 8

/**
 * Patterns for `like` on lower-case text: one for each word, all of which must match. The text is matched literally,
 * including `%` and `_`.
 */
export function likePatterns(text: string | undefined): string[] {
  const words = (text ?? '').toLowerCase().split(/\s+/u).filter(Boolean).slice(0, mostWords)
  return words.map((word) => `%${word.replaceAll(/[\\%_]/gu, (character) => `\\${character}`)}%`)
}
