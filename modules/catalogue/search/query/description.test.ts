import { describe, expect, test } from 'vitest'
import { searchWordsOf } from '../words/search-words.ts'
import type { SynonymEntry } from '../words/synonym-entry.ts'
import { withDescription } from './description.ts'
import { spansOf } from './spans.ts'
import { typedQuery, type Term } from './typed-query.ts'

const entry = (id: string, terms: string[], language: SynonymEntry['language'] = 'en'): SynonymEntry => ({
  id,
  language,
  terms,
  means: [id],
  kind: 'lay',
})

const words = searchWordsOf(
  [
    entry('cpm', ['knee bending machine']),
    entry('support', ['knee pain belt', 'knee']),
    entry('analyser', ['sugar test machine']),
    entry('rail', ['bed rail']),
    entry('bed', ['bed']),
    entry('glucose', ['glucose']),
    entry('suction', ['suction apparatus']),
    entry('blood', ['blood machine']),
    entry('doppler', ['bachche ki dhadkan sunne ki machine'], 'hi-Latn'),
    entry('scope', ['look inside ear']),
  ],
  '1',
)

const known = new Set(['knee', 'bed', 'belt', 'operation', 'battery', 'blood', 'suction', 'eye', 'rail'])
const isKnown = ({ text }: Term) => known.has(text)
const isRight = ({ text }: Term) => text !== 'opperation'

/** What each part of a text means, or the part itself; a star marks what stands alongside a description. */
function read(text: string): string[] {
  const query = typedQuery(text)
  return withDescription(spansOf(query.terms, words), { query, words, isKnown, isRight }).map(
    ({ terms, entries, role }) =>
      (entries.map(({ id }) => id).join() || terms.map((term) => term.text).join(' ')) +
      (role === 'alongside' ? '*' : ''),
  )
}

describe('a description', () => {
  test.each([
    ['machine to bend the knee', ['cpm']],
    ['belt that is used for pain in knee', ['support']],
    ['machine to check sugar of a patient', ['analyser']],
    ['pet me bachhon ki dhadkan sunne wali mashin', ['doppler']],
    ['gadget to bend a knee', ['cpm']],
    ['gadget knee bending', ['gadget', 'support', 'bending']],
    ['बच्चों की धड़कन सुनने वाली मशीन', ['doppler']],
  ])('is read in "%s"', (text, meant) => expect(read(text)).toEqual(meant))

  test('leaves aside what it does not need, but for vague words and words of no meaning here', () => {
    expect(read('machine to bend knee after operation')).toEqual(['cpm', 'operation*'])
    expect(read('machine to bend knee slowly at home')).toEqual(['cpm'])
    expect(read('machine to bend knee after opperation')).toEqual(['cpm', 'opperation*'])
    expect(read('machine to test sugar and glucose')).toEqual(['analyser', 'glucose*'])
  })

  test('is not read into the parts of what is asked for', () => {
    expect(read('bed with long rail')).toEqual(['bed', 'long', 'rail'])
    expect(read('battery for machine to bend the knee')).toEqual(['battery', 'machine', 'bend', 'support'])
  })

  test('of one word is what is said first', () => {
    expect(read('apparatus for suction of blood')).toEqual(['suction', 'blood*'])
    expect(read('apparatus for blood and suction')).toEqual(['blood', 'suction*'])
    expect(read('weighing apparatus for blood')).toEqual(['weighing', 'apparatus', 'blood'])
  })

  test('also is what an instrument is for, in the words of a term', () =>
    expect(read('instrument to look inside ear and eye')).toEqual(['scope', 'eye*']))

  test('is not read where a term says as much, and nothing is left', () =>
    expect(read('look inside ear instrument')).toEqual(['scope', 'instrument']))
})
