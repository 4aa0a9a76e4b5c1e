import type { SearchWords } from '../words/search-words.ts'
import type { SynonymEntry } from '../words/synonym-entry.ts'
import type { Term } from './typed-query.ts'

/** Consecutive terms with the synonyms that they spell; a single term may have none. */
export type Span = {
  terms: readonly Term[]
  entries: readonly SynonymEntry[]
  /** The term of the entries as they spell it, if it was misspelt. */
  correction?: string | undefined
  /** Whether the terms describe what is looked for, or stand alongside such a description, which means it without them. */
  role?: 'description' | 'alongside'
}

type LookUp = (terms: readonly Term[]) => Pick<Span, 'entries' | 'correction'>

const nothing = { entries: [] }

/** The number of entries considered for an unfinished term. */
const maxBegun = 4
const minBegunLength = 3

/** Splits a query into the longest terms that the synonyms know, from the left. The last may be unfinished. */
export function spansOf(terms: readonly Term[], words: SearchWords): Span[] {
  return split(terms, words.longest, (some) => {
    const texts = some.map(({ text }) => text)
    const entries = words.find(texts)
    return entries.length === 0 && some.length > 1 && some.at(-1)?.isLast === true
      ? { entries: words.begunBy(texts, maxBegun) }
      : { entries }
  })
}

/** Which terms the index knows, and which are no typos: those, and others that are words all the same. */
type Spelling = Record<'isKnown' | 'isSpelt', (term: Term) => boolean>

/**
 * Looks the terms up that neither the index nor the synonyms know: by how they sound in Hindi, as the
 * beginning of a term if they are still being typed, and with the tolerated typos.
 */
export function withGuesses(spans: readonly Span[], words: SearchWords, { isKnown, isSpelt }: Spelling): Span[] {
  const guess: LookUp = (terms) => (terms.every(isKnown) ? nothing : guessed(terms, words, isSpelt))
  return runsOf(spans).flatMap((run) => {
    const terms = run.flatMap((span) => span.terms)
    const isUnknown = run[0]?.entries.length === 0 && !terms.every(isKnown)
    const role = run[0]?.role
    if (!isUnknown) return run
    return split(terms, words.longest, guess).map((span) => ({ ...span, ...(role !== undefined && { role }) }))
  })
}

/** Neighbouring spans without entries form a run; each other span is one of its own. */
function runsOf(spans: readonly Span[]): Span[][] {
  const runs: Span[][] = []
  for (const span of spans) {
    const last = runs.at(-1)
    if (span.entries.length === 0 && last?.[0]?.entries.length === 0) last.push(span)
    else runs.push([span])
  }
  return runs
}

function guessed(terms: readonly Term[], words: SearchWords, isSpelt: (term: Term) => boolean): ReturnType<LookUp> {
  const texts = terms.map(({ text }) => text)
  const sounding = words.soundsLike(texts)
  if (sounding.length > 0) return { entries: sounding }
  const isUnfinished = terms.at(-1)?.isLast === true && texts.join('').length >= minBegunLength
  const begun = isUnfinished ? words.begunBy(texts, maxBegun) : []
  if (begun.length > 0) return { entries: begun }
  const misspelt = terms.every(isSpelt) ? [] : words.misspelt(texts)
  return { entries: [...new Set(misspelt.map(({ entry }) => entry))], correction: misspelt[0]?.term }
}

function split(terms: readonly Term[], longest: number, lookUp: LookUp): Span[] {
  const spans: Span[] = []
  for (let from = 0; from < terms.length;) {
    const span = longestAt(terms.slice(from, from + longest), lookUp)
    spans.push(span)
    from += span.terms.length
  }
  return spans
}

function longestAt(terms: readonly Term[], lookUp: LookUp): Span {
  for (let length = terms.length; length > 0; length--) {
    const some = terms.slice(0, length)
    const found = lookUp(some)
    if (found.entries.length > 0) return { terms: some, ...found }
  }
  return { terms: terms.slice(0, 1), entries: [] }
}
