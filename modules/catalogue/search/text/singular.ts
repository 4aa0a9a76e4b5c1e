const irregular = new Map(
  Object.entries({
    children: 'child',
    feet: 'foot',
    gases: 'gas',
    knives: 'knife',
    lens: 'lens',
    lenses: 'lens',
    men: 'man',
    shelves: 'shelf',
    teeth: 'tooth',
    women: 'woman',
    aches: 'ache',
    bougies: 'bougie',
  }),
)

/** Endings, longest first: the number of letters cut off, and the replacement. */
const endings: readonly (readonly [ending: string, cut: number, instead: string])[] = [
  ['ruses', 2, ''],
  ['nuses', 2, ''],
  ['tuses', 2, ''],
  ['sses', 2, ''],
  ['shes', 2, ''],
  ['ches', 2, ''],
  ['xes', 2, ''],
  ['ies', 3, 'y'],
  ['ss', 0, ''],
  ['us', 0, ''],
  ['is', 0, ''],
  ['s', 1, ''],
]

const minPluralLength = 4

/**
 * The common form of an English noun's singular and plural: `batteries` and `battery` both give `battery`. Documents
 * and queries are treated alike, so a form that is not an English word does no harm. Changes only words of the letters
 * a to z.
 */
export function singular(word: string): string {
  const known = irregular.get(word)
  if (known !== undefined) return known
  if (!word.endsWith('s') || word.length < minPluralLength || !/^[a-z]+$/.test(word)) return word
  if (word.length === minPluralLength && word.endsWith('ies')) return word.slice(0, -1)
  const rule = endings.find(([ending]) => word.endsWith(ending))
  return rule === undefined ? word : word.slice(0, word.length - rule[1]) + rule[2]
}
