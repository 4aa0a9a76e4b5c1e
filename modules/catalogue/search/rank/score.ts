import { unpackMeasures } from '../document/packed.ts'
import type { Profile } from '../document/profile.ts'
import { minTelling } from '../document/marked-words.ts'
import type { Interpretation } from '../query/interpret.ts'
import { neededOf } from '../query/plan.ts'
import { collectionKey } from '../query/marks.ts'
import { isTelling } from '../query/preferences.ts'
import type { Alternative, Segment } from '../query/segments.ts'
import type { Atom } from '../query/term-reading.ts'
import type { TypedQuery } from '../query/typed-query.ts'
import { isAnyDevice, isSetNoun } from '../text/fillers.ts'
import { nearness } from '../text/measures.ts'
import { singular } from '../text/singular.ts'
import { featureWeight, fieldWeight, matchersOf } from './fields.ts'
import { labelKey } from './label-key.ts'

/** What counts for the rank in addition to the words. In units of a query that the title has word for word. */
const points = {
  /** A product that is named by the noun that is asked for. */
  noun: 0.4,
  /** A product whose own name says that it is the kit that is asked for. */
  kit: 0.3,
  /** All words of the category's name. */
  category: 0.5,
  above: 0.2,
  /** An accessory that is not asked for by its own noun, and more so where a device is asked for. */
  accessory: -0.4,
  accessoryForDevice: -0.25,
  /** The share of words of the title that were not asked for. */
  otherWords: -0.15,
  /** A value that is asked for, times its nearness; and one that is the same. */
  measure: 0.6,
  sameMeasure: 0.4,
  adjacent: 0.15,
  partIsCode: 1.5,
  isCode: 100,
  isTitleCode: 50,
  beginsCode: 20,
}

/** How well a product fits a query. Only the order of scores has a meaning. */
export type Rank = {
  score: number
  /** The part of the score that is not for words: for the code, value, category and noun. */
  decisive: number
}

/** A shopper hardly notices a smaller difference in how well words fit. */
const wordStep = 0.2

/**
 * The same for products that fit equally well, and by their words nearly so. Their order may change for the sake of
 * variety.
 */
export function tierOf({ score, decisive }: Rank): string {
  return `${decisive.toFixed(4)} ${Math.round((score - decisive) / wordStep)}`
}

/** Ranks the products that a query found. */
export function ranker(interpretation: Interpretation): (profile: Profile) => Rank {
  const { query, segments } = interpretation
  const needed = neededOf(segments)
  const asksForDevice = segments.some(({ isDeviceNoun }) => isDeviceNoun)
  const typed = query.terms.map(({ text }) => singular(text))
  const category = categoryScorer(typed, segments)
  const kits = typed.filter(isSetNoun)
  const pairs = pairsOf(typed)
  const pointsForWords = (matches: readonly Match[], profile: Profile) => {
    if (query.isOnlyMeasures) return matches.every(isByName) ? wordPoints(needed, matches) : 0
    return wordPoints(needed, matches) + coveragePoints(matches, profile)
  }
  const ownPoints = (matches: readonly Match[], profile: Profile) => {
    const isKit = kits.some((kit) => profile.title.includes(kit))
    return isKit ? points.noun + points.kit : nounPoints(matches, profile, asksForDevice)
  }
  return (profile) => {
    const matches = needed.map((segment) => matchOf(segment, profile))
    const words = pointsForWords(matches, profile) + adjacencyPoints(pairs, profile)
    const decisive =
      (query.isOnlyMeasures ? 0 : ownPoints(matches, profile)) +
      category(profile) +
      measurePoints(query, profile) +
      codePoints(query, profile)
    return { score: words + decisive, decisive }
  }
}

/** The best way in which a product matches a segment. */
type Match = { score: number; alternative: Alternative | undefined }

/** For a segment that only the description has. */
const elsewhere = 0.15

function matchOf({ alternatives }: Segment, profile: Profile): Match {
  let best: Match = { score: elsewhere, alternative: undefined }
  for (const alternative of alternatives) {
    if (alternative.weight * 1.1 <= best.score) continue
    const score = alternativeScore(alternative, profile)
    if (score > best.score) best = { score, alternative }
  }
  return best
}

/** Whether title, names or category of a product have all that a query asks for. */
export function namesAll({ segments }: Pick<Interpretation, 'segments'>): (profile: Profile) => boolean {
  const needed = neededOf(segments)
  return (profile) => needed.every((segment) => isByName(matchOf(segment, profile)))
}

/** The panel 1417W is sold by its name, not by its power in watts. */
function isByName({ score }: Match): boolean {
  return score > featureWeight
}

function alternativeScore({ slots, weight }: Alternative, profile: Profile): number {
  let [sum, isWhole] = [0, true]
  for (const atoms of slots) {
    let best = -Infinity
    for (const atom of atoms) best = Math.max(best, fieldWeight(atom, profile))
    sum += best
    if (best <= 0) isWhole = false
  }
  const mean = sum / slots.length
  return isWhole ? weight * mean : elsewhere + 0.2 * mean
}

const weights = { noun: 1.5, other: 1, alongside: 0.5 }

function wordPoints(segments: readonly Segment[], matches: readonly Match[]): number {
  const weighed = segments.map(({ isNoun, isAlongside }) => {
    if (isNoun) return weights.noun
    return isAlongside ? weights.alongside : weights.other
  })
  const total = weighed.reduce((sum, weight) => sum + weight, 0)
  return total === 0 ? 0 : matches.reduce((sum, { score }, index) => sum + score * (weighed[index] ?? 1), 0) / total
}

function nounPoints(matches: readonly Match[], profile: Profile, asksForDevice: boolean): number {
  const isNamed = matches.some(({ alternative }) => alternative !== undefined && isNamedBy(alternative, profile))
  if (isNamed) return points.noun
  if (!profile.isAccessory) return 0
  return points.accessory + (asksForDevice ? points.accessoryForDevice : 0)
}

/** A noun that says only that it is a device, such as machine, names a product only if it has the other words too. */
function isNamedBy(alternative: Alternative, profile: Profile): boolean {
  if (!hasWord(alternative, profile.noun)) return false
  if (!isAnyDevice(profile.noun)) return true
  return alternative.slots.every((atoms) => atoms.some((atom) => fieldWeight(atom, profile) > 0))
}

function hasWord({ slots }: Alternative, word: string): boolean {
  return word !== '' && slots.some((atoms) => atoms.some((atom) => isWord(atom, word)))
}

function isWord(atom: Atom, word: string): boolean {
  return matchersOf(atom).some(({ matches }) => matches(word))
}

/** The category counts if its whole name is typed, or meant by what is typed; the kind only if nothing else is typed. */
function categoryScorer(typed: readonly string[], segments: readonly Segment[]): (profile: Profile) => number {
  const typedKey = collectionKey(typed)
  const meant = new Set(
    segments.flatMap(({ alternatives }) => alternatives.map(({ slots }) => slots[0]?.[0]?.words[0])),
  )
  const named = (label: readonly string[]) => label.length > 0 && (hasAll(typed, label) || meant.has(labelKey(label)))
  const isKind = (kind: readonly string[]) =>
    kind.length > 0 && (labelKey(kind) === typedKey || meant.has(labelKey(kind)))
  return ({ category, kind, above }) => {
    if (named(category) || isKind(kind)) return points.category
    return named(above) ? points.above : 0
  }
}

function hasAll(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((word) => words.includes(word))
}

function coveragePoints(matches: readonly Match[], { title }: Profile): number {
  if (title.length === 0) return 0
  const others = title.filter((word) => !matches.some(({ alternative }) => alternative && hasWord(alternative, word)))
  return (points.otherWords * others.length) / title.length
}

function measurePoints({ measures, isOnlyMeasures }: TypedQuery, profile: Profile): number {
  if (measures.length === 0) return 0
  return measures.reduce((sum, asked) => {
    const near = unpackMeasures(profile.measures).map(
      ([unit, low, high, telling]) => weightOf(telling, isOnlyMeasures) * nearness(asked, { unit, low, high }),
    )
    const best = Math.max(0, ...near)
    return sum + points.measure * best + (best > 0.85 ? points.sameMeasure * best : 0)
  }, 0)
}

/** If only values are asked for, what tells more decides among equally near ones. */
function weightOf(telling: number, isOnlyMeasures: boolean): number {
  return isOnlyMeasures && telling >= minTelling ? 0.99 + 0.01 * telling : telling
}

type Pair = { first: string; second: string; points: number }

/** The neighbours in the query, numbers above all: `5 function bed`. */
function pairsOf(typed: readonly string[]): Pair[] {
  return typed.slice(1).map((second, index) => {
    const first = typed[index] ?? ''
    return { first, second, points: points.adjacent * (/\d/.test(first + second) ? 2 : 1) }
  })
}

/** Words that are neighbours in the query and in the title. */
function adjacencyPoints(pairs: readonly Pair[], profile: Profile): number {
  let sum = 0
  for (const pair of pairs) if (wordAfter(pair.first, profile) === pair.second) sum += pair.points
  return sum
}

function wordAfter(word: string, { title, rest }: Profile): string | undefined {
  const place = title.indexOf(word)
  if (place !== -1) return title[place + 1] ?? rest[0]
  const later = rest.indexOf(word)
  return later === -1 ? undefined : rest[later + 1]
}

function codePoints(query: TypedQuery, { codes, titleCodes }: Profile): number {
  const { whole, beginning, parts } = query.codes
  if (whole !== undefined && codes.includes(whole)) return points.isCode
  if (canBeTitleCode(query, whole) && titleCodes.includes(whole)) return points.isTitleCode
  const isBegun = isTelling(beginning) && codes.some((code) => code.startsWith(beginning))
  if (isBegun) return points.beginsCode
  return parts.some((part) => codes.includes(part) && /\D/.test(part)) ? points.partIsCode : 0
}

/** `5 mm` in a title is not a code. */
function canBeTitleCode({ isOnlyMeasures }: TypedQuery, whole: string | undefined): whole is string {
  return whole !== undefined && !isOnlyMeasures
}
