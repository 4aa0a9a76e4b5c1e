/** Longer texts are pasted paragraphs, which no synonym would help. As long as the search box takes. */
const maxLength = 200

/** As many digits may be a mobile number; a PIN code has 6. */
const digitsOfNumber = 7

/** The text in the form in which searches are counted: case, width and blanks make no difference. */
export function normalForm(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/**
 * The form under which a search is counted. Undefined for a text that is never counted: blank, too long, or with what may
 * be an email address.
 */
export function countedForm(text: string): string | undefined {
  const form = normalForm(text)
  if (form === '' || form.length > maxLength || form.includes('@')) return undefined
  return /[\p{L}\p{N}]/u.test(form) ? form : undefined
}

/** Whether the text may hold a phone number or the like, however it is written. */
export function mayHoldNumber(form: string): boolean {
  return (form.match(/\p{Nd}/gu)?.length ?? 0) >= digitsOfNumber
}

/** The most words of one code, such as "icu mon 0008". */
const maxWordsOfCode = 4

/** A run of words with a digit in it, which may be a code: its first word, the one after its last, and its text. */
export type PossibleCode = { from: number; to: number; text: string }

/** Every run of words that may be a code, the longest first. */
export function possibleCodes(form: string): PossibleCode[] {
  const words = form.split(' ')
  const runs = words.flatMap((_word, from) =>
    Array.from({ length: Math.min(maxWordsOfCode, words.length - from) }, (_, more) => {
      const to = from + more + 1
      return { from, to, text: words.slice(from, to).join(' ') }
    }),
  )
  return runs.filter(({ text }) => /\p{Nd}/u.test(text)).toSorted((a, b) => b.to - b.from - (a.to - a.from))
}

/** The text without its known codes. */
export function withoutCodes(form: string, known: ReadonlySet<string>): string {
  const words: (string | undefined)[] = form.split(' ')
  for (const { from, to, text } of possibleCodes(form)) if (known.has(text)) words.fill(undefined, from, to)
  return words.filter((word) => word !== undefined).join(' ')
}
