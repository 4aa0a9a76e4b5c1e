/**
 * A text on one line, of characters that are seen: line breaks, controls, overrides of the direction and halves of pairs
 * become a space. The joiner and the non-joiner stay: Indian scripts spell words with them, and emoji are joined by them.
 */
export function oneLine(text: string): string {
  return text.replaceAll(/[[\s\p{C}]--[\u200c\u200d]]+/gv, ' ').trim()
}
