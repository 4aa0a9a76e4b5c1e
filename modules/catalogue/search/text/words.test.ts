import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, spellingsOf, wordsOf } from './words.ts'

const words = (text: string) => wordsOf(text).map((word) => word.text)
const spellings = (text: string) => [...spellingsOf(text)].map((spelling) => spelling.text)

describe('words', () => {
  test('are runs of letters and digits, in lower case', () =>
    expect(words('Patient Monitor, 5-para (bedside)')).toEqual(['patient', 'monitor', '5', 'para', 'bedside']))

  test('lose accents, width and compatibility forms', () =>
    expect(words('Dräger Æsculap ﬁlter ＥＣＧ SpO₂')).toEqual(['drager', 'aesculap', 'filter', 'ecg', 'spo2']))

  test('lose the punctuation in compatibility forms', () => expect(words('🄁 ⑴')).toEqual(['0', '1']))

  test('keep the vowel signs of Indian scripts', () => {
    expect(words('रोगी मॉनिटर')).toEqual(['रोगी', 'मॉनिटर'])
    expect(words('நோயாளி கண்காணிப்பு')).toEqual(['நோயாளி', 'கண்காணிப்பு'])
  })

  test('keep decimals and thousands whole', () =>
    expect(words('12.5 mm, Rs 1,25,000 and 10,000 in 3,4')).toEqual([
      '12.5',
      'mm',
      'rs',
      '125000',
      'and',
      '10000',
      'in',
      '3',
      '4',
    ]))

  test('lose the apostrophe', () => expect(words("O'Neil’s patient's bed")).toEqual(['oneil', 's', 'patient', 'bed']))

  test('are absent from punctuation alone', () => expect(words('%_\\ :* !! \0 \ud800 "\' <-> &|')).toEqual([]))

  test('have their positions in the source', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of wordsOf(text)) {
          expect(word.start).toBeLessThan(word.end)
          expect(fold(text.slice(word.start, word.end)).replaceAll(/[^\p{L}\p{M}\p{N}.]/gu, '')).toContain(
            word.text.slice(0, 20),
          )
        }
      }),
    )
  })
})

describe('spellings', () => {
  test('include a model number whole and in its parts', () => {
    expect(spellings('CMS-8000')).toEqual(['cms', '8000', 'cms8000'])
    expect(spellings('CMS8000')).toEqual(['cms8000', 'cms', '8000'])
    expect(spellings('VM-12B')).toEqual(['vm', '12b', '12', 'b', 'vm12b'])
  })

  test('include a compound as one word', () => expect(spellings('X-ray')).toEqual(['x', 'ray', 'xray']))

  test('include no compound of numbers alone or of a long chain', () => {
    expect(spellings('120/80')).toEqual(['120', '80'])
    expect(spellings('a-b-c-d-e-f')).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  test('count the parts of a model number as words', () =>
    expect([...spellingsOf('VM12 monitor')].map(({ text, position }) => [text, position])).toEqual([
      ['vm12', 0],
      ['vm', 0],
      ['12', 1],
      ['monitor', 2],
    ]))
})
