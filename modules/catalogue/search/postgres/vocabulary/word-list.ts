import { isMarked } from '../../query/marks.ts'
import type { Candidate } from '../../query/term-reading.ts'
import { toleranceOf, visitDeletionHashes } from '../../text/misspelling.ts'
import { firstFrom } from '../../text/sorted.ts'
import { hasDigit } from '../../text/words.ts'

/** The words of one generation that queries are compared with, in memory, as they were in one version. */
export type WordList = {
  version: number
  has(word: string): boolean
  /** Whether a longer word has this prefix. */
  hasLonger(beginning: string): boolean
  /** Words that may be within the tolerance of a typed one, and all that are. */
  similarTo(typed: string): Candidate[]
  /** Words that may begin as typed but for the tolerated typos, and all that do; the most frequent `limit` of them. */
  begunLike(typed: string, limit: number): Candidate[]
}

/** Words with digits, such as model numbers, and marked words are never corrected. */
export function isCorrected(word: string): boolean {
  return !hasDigit(word) && !isMarked(word)
}

/** A hash and the place of its word, as one number. */
const places = 2 ** 21

/** Takes words in parts, so that no part keeps the process busy for long. */
export class WordListBuilder {
  readonly #words: string[] = []
  readonly #corrected: Candidate[] = []
  readonly #entries: number[] = []

  get last(): string | undefined {
    return this.#words.at(-1)
  }

  get size(): number {
    return this.#words.length
  }

  add(words: readonly Candidate[]): void {
    for (const { word, documents } of words) {
      this.#words.push(word)
      if (!isCorrected(word)) continue
      const place = this.#corrected.push({ word, documents }) - 1
      visitDeletionHashes(word, (hash) => this.#entries.push((hash >>> 0) * places + place))
    }
  }

  build(version: number): WordList {
    const corrected = this.#corrected
    const letters = Uint32Array.from(corrected, ({ word }) => lettersOf(word))
    const known = new Set(this.#words)
    const sorted = this.#words.toSorted()
    const entries = Float64Array.from(this.#entries).sort()

    function visitSimilar(hash: number, visit: (word: Candidate) => void): void {
      const from = (hash >>> 0) * places
      for (let at = firstFrom(entries, from); at < entries.length; at++) {
        const place = (entries[at] ?? Infinity) - from
        if (place >= places) return
        const word = corrected[place]
        if (word !== undefined) visit(word)
      }
    }

    return {
      version,
      has: (word) => known.has(word),
      hasLonger(beginning) {
        const place = firstFrom(sorted, beginning)
        const next = sorted[place] === beginning ? sorted[place + 1] : sorted[place]
        return next?.startsWith(beginning) === true
      },
      similarTo(typed) {
        const similar = new Set<Candidate>()
        visitDeletionHashes(typed, (hash) => visitSimilar(hash, (word) => similar.add(word)))
        return [...similar]
      },
      begunLike(typed, limit) {
        const [wanted, tolerance] = [lettersOf(typed), toleranceOf(typed.length)]
        const begun = corrected.filter((_, place) => bitsIn(wanted & ~(letters[place] ?? 0)) <= tolerance)
        return begun.toSorted((a, b) => b.documents - a.documents || (a.word < b.word ? -1 : 1)).slice(0, limit)
      },
    }
  }
}

/** The letters of a word as bits; letters other than a to z share some. */
function lettersOf(word: string): number {
  let bits = 0
  for (let place = 0; place < word.length; place++) {
    const letter = word.charCodeAt(place) - 97
    bits |= 1 << (letter >= 0 && letter < 26 ? letter : 26 + (Math.abs(letter) % 6))
  }
  return bits
}

function bitsIn(number: number): number {
  let count = 0
  for (let rest = number; rest !== 0; rest &= rest - 1) count++
  return count
}
