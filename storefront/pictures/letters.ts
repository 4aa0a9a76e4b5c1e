import { escapeHtml } from '#core/text/html.ts'

/** The widths of Inter's semibold letters in thousandths of their size, to within 20; other letters are as wide as digits. */
const widths: Readonly<Record<number, string>> = {
  240: ' ',
  280: 'Iijl‘’',
  320: "!',.:;·",
  360: '()/[]|t',
  400: 'fr',
  440: '1{}°²',
  480: '-–³',
  520: '"“”″',
  560: '7*?JLaksxz₹',
  600: '5EFcehnouvyµé',
  720: 'ACDKUVXY',
  760: 'GHNOQ',
  840: 'w¼',
  880: 'm½',
  920: 'M',
  960: '…',
  1000: '%@—',
  1040: 'W',
}
const widthOfDigit = 640
const widthOfLetter = new Map(
  Object.entries(widths).flatMap(([width, letters]) =>
    Array.from(letters, (letter) => [letter, Number(width)] as const),
  ),
)

/** The place of a text: the left end of its base line, and the size of its letters. */
export type Place = { x: number; y: number; size: number; fill: string }

/** The width of a text whose letters have this size. */
export function widthOf(text: string, size: number): number {
  const width = Array.from(text).reduce((sum, letter) => sum + (widthOfLetter.get(letter) ?? widthOfDigit), 0)
  return Math.round((width * size) / 1000)
}

/**
 * A text in the system's sans-serif font, because a picture cannot load the shop's font; stretched to the width that it
 * has in the shop's font, so that it fits in any font.
 */
export function writeText(text: string, { x, y, size, fill }: Place): string {
  if (text === '') return ''
  return `<text x="${x}" y="${y}" font-family="Inter,system-ui,Roboto,Arial,sans-serif" font-weight="600" font-size="${size}" fill="${fill}" textLength="${widthOf(text, size)}" lengthAdjust="spacingAndGlyphs">${escapeHtml(text)}</text>`
}
