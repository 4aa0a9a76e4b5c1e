import type { Span } from './spans.ts'
import type { Reading } from './term-reading.ts'
import type { Term, TypedQuery } from './typed-query.ts'

type Readings = ReadonlyMap<Term, Reading>
type Correction = { start: number; end: number; instead: string }

/** The query with its misspelt words replaced, as the index spells them or, failing that, the synonyms. */
export function didYouMean({ text }: TypedQuery, spans: readonly Span[], readings: Readings): string | undefined {
  const corrections = spans.flatMap((span) => correctionsOf(span, readings))
  if (corrections.length === 0) return undefined
  let written = 0
  const parts = corrections.map(({ start, end, instead }) => {
    const before = text.slice(written, start)
    written = end
    return before + instead
  })
  return (parts.join('') + text.slice(written)).trim()
}

function correctionsOf({ terms, entries, correction }: Span, readings: Readings): Correction[] {
  const ofTerms = terms.map((term) => correctionOf(term, readings))
  const [first, last] = [terms[0], terms.at(-1)]
  const isWhole = entries.length > 0 && (correction === undefined || ofTerms.includes(undefined))
  if (!isWhole) return ofTerms.filter((one) => one !== undefined && one !== 'none')
  if (first === undefined || last === undefined || correction === undefined) return []
  return [{ start: first.start, end: last.end, instead: correction }]
}

/** `none` if the index knows the term; undefined if it knows nothing like it. */
function correctionOf(term: Term, readings: Readings): Correction | 'none' | undefined {
  const reading = readings.get(term)
  if (reading === undefined) return undefined
  const { literal, correction } = reading
  if (correction !== undefined) return { start: term.start, end: term.end, instead: correction }
  return literal.length > 0 ? 'none' : undefined
}
