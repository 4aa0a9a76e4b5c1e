import { codeBeginning, codesOfQuery, wholeKey } from '../text/codes.ts'
import { isDeviceNoun, isFiller, isQualifier, isWish, joints } from '../text/fillers.ts'
import { withInitials } from '../text/initials.ts'
import { measuresIn, type FoundMeasure } from '../text/measures.ts'
import { singular } from '../text/singular.ts'
import { partsOf, wordsOf, type Spelling } from '../text/words.ts'

/** One typed word of a query, folded. */
export type Term = {
  text: string
  /** Its place in the text as typed. */
  start: number
  end: number
  /** The parts of a word that mixes letters and digits: `cms8000` → `cms`, `8000`; otherwise empty. */
  parts: readonly string[]
  /** The last word of the query may still be being typed. */
  isLast: boolean
  /** Asks for the device itself, as in `suction machine`. */
  isDeviceNoun: boolean
  /** The compounds with the word before and after: `wheel chair` may be indexed as `wheelchair`. */
  withPrevious: string | undefined
  withNext: string | undefined
}

/** A text as typed, taken apart without knowledge of any index. */
export type TypedQuery = {
  text: string
  /** Its distinct significant words, in order. */
  terms: readonly Term[]
  measures: readonly FoundMeasure[]
  /** The query consists of values only, such as `0.5 mm`: its terms are then numbers and units. */
  isOnlyMeasures: boolean
  codes: QueryCodes
  /** The index of the term that names what is looked for; the others describe it. -1 if there are no terms. */
  noun: number
}

export type QueryCodes = {
  /** The key of the whole text, if it can be a code; an id or SKU need not have a digit. */
  whole: string | undefined
  /** The same while it is being typed. */
  beginning: string | undefined
  /** The keys of its parts that can be codes. */
  parts: readonly string[]
}

const maxQueryLength = 1_000
const maxTerms = 10

export function typedQuery(text: string): TypedQuery {
  const bounded = text.slice(0, maxQueryLength)
  const all = [...new Map(withInitials(wordsOf(bounded), bounded).map((word) => [word.text, word])).values()]
  const measures = measuresIn(bounded)
  const isMeasure = (word: Spelling) => measures.some(({ start, end }) => start < word.end && word.start < end)
  const words = significant(all, isMeasure).slice(0, maxTerms)
  const isOnlyMeasures = words.length > 0 && words.every(isMeasure)
  return {
    text: bounded,
    terms: words.map((word, index) => termOf(word, words[index - 1], words[index + 1])),
    measures,
    isOnlyMeasures,
    codes: { whole: wholeKey(bounded), beginning: codeBeginning(bounded), parts: codesOfQuery(bounded) },
    noun: nounOf(words, bounded),
  }
}

/** Words that say something, as long as there are any: otherwise those that say less. */
function significant(all: readonly Spelling[], isMeasure: (word: Spelling) => boolean): readonly Spelling[] {
  const meaningful = all.filter((word) => !isFiller(word.text))
  const wanted = meaningful.filter((word) => !isWish(word.text))
  const named = wanted.filter((word) => !isMeasure(word) && !isSign(word, wanted))
  return [named, wanted, meaningful].find((words) => words.length > 0) ?? all
}

/** The x of `14 x 17`. */
function isSign(word: Spelling, words: readonly Spelling[]): boolean {
  const place = words.indexOf(word)
  return word.text === 'x' && isNumber(words[place - 1]) && isNumber(words[place + 1])
}

function isNumber(word: Spelling | undefined): boolean {
  return word !== undefined && /^[\d.]+$/.test(word.text)
}

function termOf(word: Spelling, previous: Spelling | undefined, next: Spelling | undefined): Term {
  return {
    text: word.text,
    start: word.start,
    end: word.end,
    parts: partsOf(word).map((part) => part.text),
    isLast: next === undefined,
    isDeviceNoun: isDeviceNoun(singular(word.text)),
    withPrevious: previous && previous.text + word.text,
    withNext: next && word.text + next.text,
  }
}

/** In shopping lists, qualifiers follow the main noun: `thermometer digital`. */
function nounOf(words: readonly Spelling[], text: string): number {
  const joint = joints.exec(text)?.index ?? text.length
  const isNoun = (word: Spelling) => word.start < joint && !isDeviceNoun(singular(word.text))
  const noun = words.findLastIndex((word) => isNoun(word) && !isQualifier(word.text))
  const before = noun === -1 ? words.findLastIndex(isNoun) : noun
  return before === -1 ? words.length - 1 : before
}
