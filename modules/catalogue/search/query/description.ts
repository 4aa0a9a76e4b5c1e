import { english, headOf, hindi, roleOf, tellingOf, type Said } from '../text/gist.ts'
import { wordsOf } from '../text/words.ts'
import type { Described } from '../words/described.ts'
import type { SearchWords } from '../words/search-words.ts'
import { spansOf, type Span } from './spans.ts'
import type { Term, TypedQuery } from './typed-query.ts'

type Known = {
  query: TypedQuery
  words: SearchWords
  isKnown: (term: Term) => boolean
  /** Whether a term that the index does not know is no typo. */
  isRight: (term: Term) => boolean
}

/**
 * Reads a query that describes what it asks for, as in `machine to bend the knee`, where the terms that its words spell
 * in their order say less. What is left of it are words that name something else.
 */
export function withDescription(spans: readonly Span[], known: Known): readonly Span[] {
  const { terms, isOnlyMeasures } = known.query
  if (spans.length < 2 || isOnlyMeasures) return spans
  const said = terms.map(saidBy)
  const described = descriptionIn(spans, said, known)
  const tellingIn = (span: Span) => tellingOf(said.filter(({ term }) => span.terms.includes(term)))
  if (described === undefined || spans.some((span) => saysMore(span, tellingIn(span), described))) return spans
  const meant = described.places.map((place) => terms[place]).filter((term) => term !== undefined)
  const left = terms.filter((term) => !meant.includes(term))
  const alongside = spansOf(left, known.words).filter((span) => namesSomething(span, known))
  return [
    { terms: meant, entries: described.entries, role: 'description' },
    ...alongside.map((span) => ({ ...span, role: 'alongside' as const })),
  ]
}

/** `isPurpose`: what a machine or an instrument is for, and something else alongside. */
type Description = Described & { isPurpose: boolean }

function descriptionIn(
  spans: readonly Span[],
  said: readonly SaidTerm[],
  { query, words, isKnown }: Known,
): Description | undefined {
  const head = headOf(said, query.text)
  const isExplained = (term: Term) => spans.some((span) => span.entries.length > 0 && span.terms.includes(term))
  const isNoun = (term: Term) => isKnown(term) || isExplained(term) || !hasFillers(query)
  const described = words.described({
    keys: said.map(({ keys, role }) => (role === 'telling' ? keys : [])),
    asksForDevice: said.some(({ role }) => role === 'device'),
    noun: head && said.indexOf(head),
    isNounKnown: head !== undefined && isNoun(head.term),
  })
  const telling = said.filter(({ role }) => role === 'telling').length
  return described && { ...described, isPurpose: head === undefined && telling > described.places.length }
}

/** Without them, a text is rather a name, and an unknown noun a typo, as in `life support machete`. */
function hasFillers({ text, terms }: TypedQuery): boolean {
  return wordsOf(text).length > terms.length
}

/** So many words tell what a machine or an instrument is for, even if they stand in the order of a term. */
const enough = 2

/** Whether the terms that the words spell in their order say as much as a description, which leaves the others aside. */
function saysMore({ entries }: Span, spelt: number, { telling, isPurpose }: Description): boolean {
  if (entries.length === 0) return false
  return spelt > telling || (spelt === telling && !(isPurpose && telling >= enough))
}

/** Alongside a description, vague words and words that neither the shop nor a typo explains say nothing more. */
function namesSomething({ terms, entries }: Span, { isKnown, isRight }: Known): boolean {
  const telling = terms.map(saidBy).filter(({ role }) => role === 'telling')
  return telling.some(({ term }) => entries.length > 0 || isKnown(term) || !isRight(term))
}

type SaidTerm = Said & { term: Term; keys: readonly string[] }

function saidBy(term: Term): SaidTerm {
  const { text, start } = term
  const keys = [english.keyOf(text), hindi.keyOf(text)]
  const isVague = keys.some((key) => english.vague.has(key) || hindi.vague.has(key))
  return { text, start, role: term.isDeviceNoun ? 'device' : roleOf(text, isVague), term, keys }
}
