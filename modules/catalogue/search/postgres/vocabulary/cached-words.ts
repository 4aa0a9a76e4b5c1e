import type { WordList } from './word-list.ts'

/** The words of the live generation, as this process has read them last. */
export type CachedWords = {
  /** Undefined unless they are of the newest version that was noted. */
  of(generation: number): WordList | undefined
  /** Notes the version that a query saw. Reads the words in the background if they are not of that version. */
  note(generation: number, version: number): void
}

/** While the words keep changing, reading them takes at most one part in this many of the time. */
const pauseAfterReading = 10

/** `read` resolves to undefined if the words changed while they were read, or are too many. */
export function cachedWords(read: (generation: number) => Promise<WordList | undefined>): CachedWords {
  let cached: { generation: number; words: WordList } | undefined
  let newest = { generation: -1, version: -1 }
  let isReading = false
  let notBefore = 0

  async function readAgain(generation: number): Promise<void> {
    const begun = performance.now()
    isReading = true
    try {
      const words = await read(generation)
      cached = words && { generation, words }
    } catch {
      // Searches ask the database instead, and report its failure.
      cached = undefined
    } finally {
      isReading = false
      notBefore = performance.now() + pauseAfterReading * (performance.now() - begun)
    }
  }

  const current = (generation: number) =>
    cached?.generation === generation && cached.words.version >= newest.version ? cached.words : undefined

  return {
    of: current,
    note(generation, version) {
      // A query that began earlier may see an older version.
      if (generation !== newest.generation || version > newest.version) newest = { generation, version }
      if (current(generation) === undefined && !isReading && performance.now() >= notBefore) void readAgain(generation)
    },
  }
}
