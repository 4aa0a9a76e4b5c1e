/** So many words are looked for; the rest of a text says nothing more about it. */
const mostWords = 8

/**
 * For a `like` over text in lower case: a pattern for each word, all of which must match somewhere. What the person typed
 * is taken literally, `%` and `_` too.
 */
export function likePatterns(text: string | undefined): string[] {
  const words = (text ?? '').toLowerCase().split(/\s+/u).filter(Boolean).slice(0, mostWords)
  return words.map((word) => `%${word.replaceAll(/[\\%_]/gu, (character) => `\\${character}`)}%`)
}
