import { once } from '#core/async/once.ts'
import list from './common-words.json' with { type: 'json' }

const commonWords = once(() => new Set(list.words.flatMap((line) => line.split(' '))))

/** Whether a word is everyday English, so that it is no typo of another one: `hearing` does not mean `wearing`. */
export function isCommonWord(word: string): boolean {
  return commonWords().has(word)
}
