import { describe, expect, test } from 'vitest'
import { wordsOf } from '../text/words.ts'
import { searchWordsOf } from './search-words.ts'
import type { SynonymEntry } from './synonym-entry.ts'

const entry = (id: string, terms: string[], language: SynonymEntry['language'] = 'en'): SynonymEntry => ({
  id,
  language,
  terms,
  means: [id],
  kind: 'synonym',
})

const words = searchWordsOf(
  [
    entry('bp-monitor', ['BP machine', 'sphygmomanometer']),
    entry('ultrasound', ['USG']),
    entry('burn-cream', ['burns cream']),
    entry('medicine', ['dawai', 'dawa ki goli'], 'hi-Latn'),
    entry('bandage', ['पट्टी'], 'hi'),
    entry('plaster', ['patty']),
    entry('stand', ['bottle hanging stand']),
    entry('rail', ['bed side rails']),
    entry('heater', ['sterilizing machine']),
    entry('knee', ['ghutna modne ki machine'], 'hi-Latn'),
  ],
  '1',
)
const typed = (text: string) => wordsOf(text).map((word) => word.text)
const ids = (entries: readonly SynonymEntry[]) => entries.map(({ id }) => id)

describe('the synonyms', () => {
  test('are found without regard to case, spaces, hyphens, plurals and fillers', () => {
    const spellings = ['bp machine', 'BP Machines', 'bpmachine', 'bp-machine', 'machine']
    const found = spellings.map((text) => ids(words.find(typed(text))).join())
    expect(found).toEqual(['bp-monitor', 'bp-monitor', 'bp-monitor', 'bp-monitor', ''])
    expect(ids(words.find(typed('burn cream')))).toEqual(['burn-cream'])
    expect(ids(words.find(typed('dawa ke liye goli')))).toEqual(['medicine'])
  })

  test('report how long the longest term is, without fillers', () => expect(words.longest).toBe(3))

  test('are found in Hindi by their sound, in either script', () => {
    const spellings = ['davaai', 'dawaai', 'दवाई']
    expect(spellings.flatMap((text) => ids(words.soundsLike(typed(text))))).toEqual([
      'medicine',
      'medicine',
      'medicine',
    ])
    expect(ids(words.soundsLike(typed('pattee')))).toEqual(['bandage'])
    expect(ids(words.soundsLike(typed('usg')))).toEqual([])
  })

  test('are found by the tolerated typos, the nearest only', () => {
    expect(words.misspelt(typed('sphygmomanometr'))).toMatchObject([{ term: 'sphygmomanometer' }])
    expect(words.misspelt(typed('sphigmomanomter'))).toMatchObject([{ term: 'sphygmomanometer' }])
    expect(words.misspelt(typed('usgg'))).toEqual([])
  })

  test('of three words are found with a typo only if the third is a machine', () => {
    expect(words.misspelt(typed('ghutna modne machin'))).toMatchObject([{ term: 'ghutna modne ki machine' }])
    expect(words.misspelt(typed('bottle hanging stnd'))).toEqual([])
  })

  test('are found by their prefix, the shortest term first', () => {
    expect(ids(words.begunBy(typed('bp mach'), 5))).toEqual(['bp-monitor'])
    expect(ids(words.begunBy(typed('dawa'), 5))).toEqual(['medicine'])
    expect(ids(words.begunBy(typed(''), 5))).toEqual([])
  })
})

const asked = (keys: string[][], changes: Partial<Parameters<typeof words.described>[0]> = {}) =>
  words.described({ keys, asksForDevice: false, noun: undefined, isNounKnown: true, ...changes })
const meant = (...given: Parameters<typeof asked>) => ids(asked(...given)?.entries ?? [])

describe('a description', () => {
  test('is found by the roots of all its telling words, in any order', () => {
    expect(asked([['hang'], [], ['bottl'], ['stand']])).toMatchObject({ places: [2, 0, 3], telling: 3 })
    expect(meant([['hang'], ['bottl']])).toEqual([])
  })

  test('of one telling word needs a device noun, which says less than a word', () => {
    expect(asked([['sterilis']], { asksForDevice: true })).toMatchObject({ telling: 1.5 })
    expect(meant([['sterilis']])).toEqual([])
  })

  test('is not one of what the thing that it names has', () => {
    const keys = [['bed'], ['sid'], ['rail']]
    expect([meant(keys, { noun: 0 }), meant(keys, { noun: 2 })]).toEqual([[], ['rail']])
  })

  test('of any device is not one of something else that the shop sells', () => {
    const keys = [['belt'], ['~ghutn'], ['~mdn', '~mudn']]
    expect([meant(keys, { noun: 0 }), meant(keys, { noun: 0, isNounKnown: false })]).toEqual([[], ['knee']])
  })
})
