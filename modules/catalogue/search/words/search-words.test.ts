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

  test('report how long the longest term is, without fillers', () => expect(words.longest).toBe(2))

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

  test('are found by their prefix, the shortest term first', () => {
    expect(ids(words.begunBy(typed('bp mach'), 5))).toEqual(['bp-monitor'])
    expect(ids(words.begunBy(typed('dawa'), 5))).toEqual(['medicine'])
    expect(ids(words.begunBy(typed(''), 5))).toEqual([])
  })
})
