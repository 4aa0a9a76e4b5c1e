/**
 * Converts a text to one line of visible characters: line breaks, control characters, direction overrides and lone
 * surrogates become a space. The joiner and the non-joiner stay: Indian scripts and composed emoji need them.
 */
export function oneLine(text: string): string {
  return text.replaceAll(/[[\s\p{C}]--[\u200c\u200d]]+/gv, ' ').trim()
}
