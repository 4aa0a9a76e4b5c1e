import { isFiller } from '../text/fillers.ts'
import { english, headOf, hindi, roleOf, type Keys, type Role } from '../text/gist.ts'
import { wordsOf, type Spelling } from '../text/words.ts'
import type { SynonymEntry } from './synonym-entry.ts'

/** A description in the words of a query. */
export type Asked = {
  /** The keys of each word by which terms of either language may have it; none if it tells nothing. */
  keys: readonly (readonly string[])[]
  asksForDevice: boolean
  /** The place of the word that names what is looked for; undefined if that may be any device. */
  noun: number | undefined
  /** Whether the shop knows that word. */
  isNounKnown: boolean
}

/** What a description means, the places of the words that say it, and how much they tell. */
export type Described = { entries: readonly SynonymEntry[]; places: readonly number[]; telling: number }

/** What a term says, whatever the order and the form of its words: a `bottle hanging stand` is a `stand to hang bottles`. */
type Gist = Omit<ReadTerm, 'read'> & { keys: readonly string[]; asksForDevice: boolean }

/** A term with its words, without fillers. */
export type ReadTerm = { term: string; entry: SynonymEntry; read: readonly Spelling[] }

/** The words of a term, without fillers. */
export function readWords(term: string): Spelling[] {
  return wordsOf(term).filter(({ text }) => !isFiller(text))
}

/** Finds the terms all of whose telling words a description has; of those, the ones that say the most. */
export function describedBy(terms: readonly ReadTerm[]): (asked: Asked) => Described | undefined {
  const read = { en: gistReader(english), hi: gistReader(hindi) }
  const gists = terms.map((term) => read[languageOf(term)](term))
  const byRarest = byRarestKey(gists.filter(saysEnough))

  return (asked) => {
    const places = placesOf(asked)
    const said = Array.from(places.keys()).flatMap((rarest) =>
      (byRarest.get(rarest) ?? [])
        .filter((gist) => gist.keys.every((key) => places.has(key)) && canMean(gist, asked))
        .map((gist) => ({ gist, places: gist.keys.map((key) => places.get(key) ?? 0) })),
    )
    return mostTelling(said, asked)
  }
}

/** A description that has all keys of a gist has the rarest of them, which few others have. */
function byRarestKey(gists: readonly Gist[]): ReadonlyMap<string, readonly Gist[]> {
  const uses = new Map<string, number>()
  for (const key of gists.flatMap(({ keys }) => keys)) uses.set(key, (uses.get(key) ?? 0) + 1)
  const usesOf = (key: string) => uses.get(key) ?? 0
  return Map.groupBy(gists, ({ keys }) => keys.reduce((rarest, key) => (usesOf(key) < usesOf(rarest) ? key : rarest)))
}

function languageOf({ entry }: Pick<ReadTerm, 'entry'>): 'en' | 'hi' {
  return entry.language === 'en' ? 'en' : 'hi'
}

/** Terms share their words, so each is looked at once. */
function gistReader({ keyOf, vague }: Keys): (term: ReadTerm) => Gist {
  const known = new Map<string, { role: Role; key: string }>()
  const look = (text: string) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const key = keyOf(text)
    const word = { role: roleOf(text, vague.has(key)), key }
    known.set(text, word)
    return word
  }
  return ({ term, entry, read }) => {
    const words = read.map(({ text }) => look(text))
    const telling = words.filter(({ role }) => role === 'telling')
    return {
      term,
      entry,
      keys: [...new Set(telling.map(({ key }) => key))],
      asksForDevice: words.some(({ role }) => role === 'device'),
    }
  }
}

function saysEnough({ keys, asksForDevice }: Gist): boolean {
  return keys.length > 1 || (keys.length === 1 && asksForDevice)
}

/**
 * The key of the word that names what a term means; undefined if that may be any device. Few terms are asked for it, so
 * their words are not kept.
 */
function nounOf(gist: Gist): string | undefined {
  const { keyOf, vague } = languageOf(gist) === 'en' ? english : hindi
  const said = readWords(gist.term).map((word) => ({ ...word, role: roleOf(word.text, vague.has(keyOf(word.text))) }))
  const head = headOf(said, gist.term)
  return head && keyOf(head.text)
}

/** Each key once, at its first place. */
function placesOf({ keys }: Asked): Map<string, number> {
  return new Map(keys.flatMap((ofWord, place) => ofWord.map((key) => [key, place] as const)).toReversed())
}

/** A rail of a bed is not meant by a bed with rails, and a device for bones not by a bag for bones. */
function canMean(gist: Gist, asked: Asked): boolean {
  const { keys } = gist
  if (keys.length === 1) return asked.noun === undefined && asked.asksForDevice && isFirst(keys[0], asked)
  if (asked.noun === undefined) return true
  const named = asked.keys[asked.noun] ?? []
  const own = nounOf(gist)
  return own === undefined ? !asked.isNounKnown && !named.some((key) => keys.includes(key)) : named.includes(own)
}

/** What is said first is what a device is for: a `weighing machine for a baby` is not one to see a baby. */
function isFirst(key: string | undefined, { keys }: Asked): boolean {
  const first = keys.find((ofWord) => ofWord.length > 0)
  return key !== undefined && first?.includes(key) === true
}

type Found = { gist: Gist; places: readonly number[] }

const maxEntries = 4

/** What is said first is what the device is for, as in `apparatus for suction of blood`. */
function mostTelling(found: readonly Found[], asked: Asked): Described | undefined {
  const amountOf = ({ keys, asksForDevice }: Gist) => keys.length + (asksForDevice && asked.asksForDevice ? 0.5 : 0)
  const telling = Math.max(...found.map(({ gist }) => amountOf(gist)))
  const [first, ...others] = found
    .filter(({ gist }) => amountOf(gist) === telling)
    .toSorted((a, b) => Math.min(...a.places) - Math.min(...b.places))
  if (first === undefined) return undefined
  const { entry } = first.gist
  const said = new Set([first, ...others].flatMap(({ gist, places }) => (gist.entry === entry ? places : [])))
  const same = others.filter(({ places }) => places.every((place) => said.has(place)))
  const entries = [...new Set([entry, ...same.map(({ gist }) => gist.entry)])].slice(0, maxEntries)
  return { entries, places: [...said], telling }
}
