import { bandKey, collectionKey, measureKey, marks } from '../query/marks.ts'
import { bandOf } from '../text/measures.ts'
import { singular } from '../text/singular.ts'
import { consonantsOf } from '../text/sound.ts'
import type { SearchDocument } from '../product-search-index.ts'
import { wordsOf } from '../text/words.ts'
import { unpackMeasures } from './packed.ts'
import { readTitle, spaced, type Profile } from './profile.ts'

/** A value that tells less about a product, such as its width, is not worth a word. */
export const minTelling = 0.5

/** What a document is indexed under in addition to its words: codes, values, sounds of names, collections and kind. */
export function markedWords(document: SearchDocument, { codes, titleCodes, measures, kind }: Profile): string[] {
  const { brand, company, category, collections } = document
  const names = wordsOf([readTitle(document), brand, company, spaced(category)].join('\n'))
  const sounds = names.map(({ text }) => consonantsOf(singular(text))).filter((consonants) => consonants !== undefined)
  const values = unpackMeasures(measures).filter(([, , , telling]) => telling >= minTelling)
  const marked = [
    ...codes.map((code) => marks.code + code),
    ...titleCodes.map((code) => marks.titleCode + code),
    ...values.flatMap(([unit, low, high]) => [...valueKeys(unit, low), ...valueKeys(unit, high)]),
    ...sounds.map((sound) => marks.sound + sound),
    ...[category, ...collections].map((path) => collectionKey(wordsOf(spaced(path)).map(({ text }) => text))),
    ...(kind.length === 0 ? [] : [collectionKey(kind)]),
  ]
  return [...new Set(marked)]
}

function valueKeys(unit: string, value: number): string[] {
  const band = bandOf(value)
  return [measureKey(unit, value), ...(band === undefined ? [] : [bandKey(unit, band)])]
}
