import type { Span } from './spans.ts'
import type { Reading } from './term-reading.ts'
import type { Term, TypedQuery } from './typed-query.ts'

/** The query with its misspelt words replaced, as the index or the words of the trade spell them. */
export function didYouMean(
  { text }: TypedQuery,
  spans: readonly Span[],
  readings: ReadonlyMap<Term, Reading>,
): string | undefined {
  const corrections = spans.flatMap(({ terms, entries, correction }) => {
    const [first, last] = [terms[0], terms.at(-1)]
    if (first === undefined || last === undefined) return []
    const instead = entries.length > 0 ? correction : readings.get(first)?.correction
    return instead === undefined ? [] : [{ start: first.start, end: last.end, instead }]
  })
  if (corrections.length === 0) return undefined
  let written = 0
  const parts = corrections.map(({ start, end, instead }) => {
    const before = text.slice(written, start)
    written = end
    return before + instead
  })
  return (parts.join('') + text.slice(written)).trim()
}
