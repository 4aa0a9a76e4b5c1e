import { describe, expect, test } from 'vitest'
import { searchWordsOf } from '../words/search-words.ts'
import type { SynonymEntry } from '../words/synonym-entry.ts'
import { interpret, type Vocabulary } from './interpret.ts'
import { planOf } from './plan.ts'
import { beginningsOf, formsOf, soundForm } from './term-reading.ts'
import { typedQuery } from './typed-query.ts'

const catalogue = [
  'ventilator',
  'ventilators',
  'monitor',
  'monitoring',
  'pump',
  'bump',
  'battery',
  'cms',
  '8000',
  'wearing',
  'analysis',
  '~vntltr',
]

/** The vocabulary of an index with this catalogue, with every word as a candidate. */
const vocabulary: Vocabulary = {
  lookUp: (terms) =>
    Promise.resolve({
      words: new Set(
        [...terms.flatMap(formsOf), ...terms.flatMap((term) => soundForm(term) ?? [])].filter((word) =>
          catalogue.includes(word),
        ),
      ),
      beginnings: new Set(
        terms
          .flatMap(beginningsOf)
          .filter((begun) => catalogue.some((word) => word.startsWith(begun) && word !== begun)),
      ),
      candidates: catalogue.map((word, index) => ({ word, documents: 100 - index })),
    }),
  guess: () => Promise.resolve([]),
}

const entry = (terms: string[], means: string[], changes: Partial<SynonymEntry> = {}): SynonymEntry => ({
  id: terms.join(),
  language: 'en',
  kind: 'synonym',
  terms,
  means,
  ...changes,
})

const words = searchWordsOf(
  [
    entry(['life support machine'], ['ventilator']),
    entry(['vitals'], ['monitor', 'pump'], { kind: 'lay' }),
    entry(['saans ki machine'], ['ventilator'], { language: 'hi-Latn' }),
    entry(['batterey'], ['battery'], { kind: 'spelling' }),
    entry(['heating'], ['pump']),
    entry(['vonitor'], ['battery']),
  ],
  '1',
)

const read = (text: string) => interpret(text, words, vocabulary)
const textsOf = (text: string) => typedQuery(text).terms.map((term) => term.text)

/** The words of each way to match each segment; a prefix ends with a star. */
async function waysOf(text: string): Promise<string[][]> {
  const { segments } = await read(text)
  return segments.map(({ alternatives }) =>
    alternatives
      .filter(({ source }) => source !== 'unlikely')
      .map(({ slots }) =>
        slots
          .map((atoms) => atoms.map((atom) => atom.words.join(' ') + (atom.isBeginning ? '*' : '')).join('|'))
          .join(' '),
      ),
  )
}

describe('the terms of a query', () => {
  test('are its distinct words', () => expect(textsOf('Pump, pump & Monitor')).toEqual(['pump', 'monitor']))

  test('omit fillers and wishes, unless there are no others', () => {
    expect(textsOf('the bed for an ICU')).toEqual(['bed', 'icu'])
    expect(textsOf('bukhar ki dawa')).toEqual(['bukhar', 'dawa'])
    expect(textsOf('pump price')).toEqual(['pump'])
    expect(textsOf('vitamin a')).toEqual(['vitamin', 'a'])
    expect(textsOf('for the')).toEqual(['for', 'the'])
    expect(textsOf('price')).toEqual(['price'])
  })

  test('omit values with a unit, unless there are no others', () => {
    expect(textsOf('5 litre pump')).toEqual(['pump'])
    expect(textsOf('14 x 17 in panel')).toEqual(['panel'])
    expect(textsOf('5 litre')).toEqual(['5', 'litre'])
  })

  test('are ten at most, however long the text', () => {
    expect(textsOf(Array.from({ length: 5_000 }, (_, number) => `word${number}`).join(' '))).toHaveLength(10)
  })

  test.each([
    ['charger for bone drill', 'charger'],
    ['bone drill charger', 'charger'],
    ['suction machine', 'suction'],
    ['suction machne', 'suction'],
    ['suction apparatus electric', 'suction'],
    ['thermometer digital', 'thermometer'],
    ['suction kit', 'suction'],
    ['gel used in suction', 'gel'],
    ['fowler cot SS', 'cot'],
    ['tool kit for suction', 'tool'],
    ['kit', 'kit'],
    ['digital', 'digital'],
    ['machine', 'machine'],
  ])('of "%s" are about %s', (text, noun) => {
    const query = typedQuery(text)
    expect(query.terms[query.noun]?.text).toBe(noun)
  })
})

describe('a word', () => {
  test('in the index is used as typed', async () => expect(await waysOf('pump')).toEqual([['pump']]))

  test('may be a prefix: as likely at the end of the query, less likely elsewhere', async () => {
    expect(await waysOf('monitor')).toEqual([['monitor', 'monitor*']])
    expect((await read('monitor pump')).segments[0]?.alternatives.map(({ source }) => source)).toEqual([
      'typed',
      'corrected',
    ])
  })

  test('not in the index is corrected, and the correction is shown', async () => {
    expect(await waysOf('pmup')).toEqual([['pump']])
    expect((await read('Vemtilater & pmup!')).didYouMean).toBe('ventilator & pump!')
    expect((await read('pump')).didYouMean).toBeUndefined()
  })

  test('of English not in the index is corrected neither to its words nor to those of the trade', async () => {
    expect(await waysOf('hearing')).toEqual([[]])
    expect(await waysOf('dialysis')).toEqual([[]])
    expect(await waysOf('dump')).toEqual([[]])
    expect(await waysOf('hump')).toEqual([[]])
    expect(await waysOf('hearing pump')).toEqual([[], ['pump']])
    expect((await read('hearing pmup')).didYouMean).toBe('hearing pump')
  })

  test('of English not in the index may be a typo instead, of a word or of a term of the trade', async () => {
    const correctedIn = async (text: string) => (await read(text)).instead?.meant.didYouMean
    expect(await correctedIn('wear dump')).toBe('wear pump')
    expect(await correctedIn('hearing')).toBe('wearing')
    expect(await correctedIn('life support machete')).toBe('life support machine')
    expect((await read('pmup')).instead).toBeUndefined()
    expect((await read('dump')).instead?.areKnown).toBe(false)
  })

  test('of few documents may be a typo of one of many', async () => {
    const candidates = [
      { word: 'bump', documents: 2 },
      { word: 'pump', documents: 20 },
      { word: 'bumps', documents: 90 },
    ]
    const lookUp: Vocabulary['lookUp'] = (terms) =>
      vocabulary.lookUp(terms).then((knowledge) => ({ ...knowledge, candidates }))
    const { instead, segments } = await interpret('bump', words, { ...vocabulary, lookUp })
    expect([instead?.areKnown, instead?.meant.didYouMean]).toEqual([true, 'pump'])
    expect(segments[0]?.alternatives[0]).toMatchObject({ source: 'typed', slots: [[{ words: ['bump'] }]] })
    const rarer = candidates.map((one) => ({ ...one, documents: Math.min(one.documents, 19) }))
    const { instead: none } = await interpret('bump', words, {
      ...vocabulary,
      lookUp: (terms) => vocabulary.lookUp(terms).then((knowledge) => ({ ...knowledge, candidates: rarer })),
    })
    expect(none).toBeUndefined()
  })

  test('of English that is rare and short may have a wrong vowel', async () =>
    expect(await waysOf('pomp')).toEqual([['pump']]))

  test('with a digit is never corrected, but may be split into parts', async () => {
    expect(await waysOf('8001')).toEqual([[]])
    expect(await waysOf('cms8000')).toEqual([['cms 8000*']])
  })

  test('in Devanagari is found by its consonants', async () => expect(await waysOf('वेंटिलेटर')).toEqual([['~vntltr']]))
})

describe('a term of the trade', () => {
  test('is found by its meaning, the likeliest one first', async () => {
    expect(await waysOf('life support machines')).toEqual([['ventilator', '^ventilator']])
    const { segments } = await read('vitals')
    expect(segments[0]?.alternatives.map(({ weight }) => weight)).toEqual([1, 1, 0.97, 0.97])
  })

  test('that is misspelt may as well be a word of the index', async () => {
    expect(await waysOf('wonitor')).toEqual([['monitor', 'battery', '^battery']])
    expect(await waysOf('vitalz')).toEqual([['monitor', '^monitor', 'pump', '^pump']])
  })

  test('is part of a longer query', async () =>
    expect(await waysOf('pump life support machine battery')).toEqual([
      ['pump'],
      ['ventilator', '^ventilator'],
      ['battery'],
    ]))

  test('is found by its sound, unfinished, and with typos, which are shown', async () => {
    const texts = ['sans ki machine', 'life support mach', 'life suport machine']
    const ways = await Promise.all(texts.map(waysOf))
    expect(ways.map(([first]) => first?.[0])).toEqual(['ventilator', 'ventilator', 'ventilator'])
    expect((await read('life suport machine')).didYouMean).toBe('life support machine')
  })
})

test('a misspelt word is shown as the index spells it, rather than as a term of the trade does', async () => {
  expect((await read('battrey')).didYouMean).toBe('battery')
})

const plan = async (text: string) => planOf(await read(text))
const weightsOf = async (text: string) => (await plan(text)).each.map(({ weight }) => weight)

describe('a plan', () => {
  test('requires no noun that only names the device in general', async () => {
    expect((await plan('pump machine')).each).toHaveLength(1)
    expect((await plan('pump kits')).each).toHaveLength(1)
    expect((await plan('machine')).each).toHaveLength(0)
  })

  test('does not treat a number alone as a hit', async () => {
    expect((await plan('qwx 8000')).each).toEqual([])
    expect((await plan('8000')).each).toHaveLength(1)
    expect((await plan('pump 8000')).each).toHaveLength(2)
  })

  test('weighs what something is sold with less than other words, unless that is what is asked for', async () => {
    expect(await weightsOf('pump with battery')).toEqual([1.5, 0.5])
    expect(await weightsOf('pump for battery')).toEqual([1.5, 1])
  })

  test('requires no word alongside a description', async () => {
    const described = searchWordsOf([entry(['lung pressing machine'], ['ventilator'])], '1')
    const { all, each } = planOf(await interpret('machine that presses a lung into battery', described, vocabulary))
    expect(JSON.stringify(all)).not.toContain('"battery"')
    expect(each.map(({ weight }) => weight)).toEqual([1.5, 0.5])
  })

  test('requires the noun of the query in a good result', async () => {
    expect((await plan('battery pump')).noun).toEqual({
      any: [
        { word: 'pump', isBeginning: false },
        { word: '^batterypump', isBeginning: false },
      ],
    })
    expect((await plan('pump')).noun).toBeUndefined()
  })

  test('recognizes a code in any spelling, also unfinished', async () => {
    expect((await plan('CMS 80')).code).toEqual({
      any: [
        { word: '=cms80', isBeginning: false },
        { word: '@cms80', isBeginning: false },
        { word: '=cms80', isBeginning: true },
      ],
    })
    expect((await plan('pump')).code).toEqual({ word: '=pump', isBeginning: false })
  })

  test('prefers the requested values', async () => {
    expect((await plan('12 inch pump')).preferred).toMatchObject({
      any: expect.arrayContaining([
        { word: '#in:12', isBeginning: false },
        { word: '#in:12.', isBeginning: true },
      ]),
    })
  })

  test('finds every value of the unit if only values are asked for, and prefers near ones', async () => {
    const { all, named } = await plan('1.97 hp')
    expect(all).toMatchObject({ any: expect.arrayContaining([{ word: '#hp:', isBeginning: true }]) })
    expect(named).toMatchObject({ any: [2, 3, 4].map((band) => ({ word: `#hp~${band}`, isBeginning: false })) })
    expect((await plan('1.97 hp')).preferred).toMatchObject({
      any: expect.arrayContaining([
        { word: '#hp:1.97', isBeginning: false },
        { word: '#hp:2', isBeginning: false },
      ]),
    })
    expect((await plan('2 hp pump')).all).not.toMatchObject({ any: expect.arrayContaining([{ word: '#hp:' }]) })
  })

  test('lists the words to highlight', async () =>
    expect((await plan('monitor pmup')).found).toEqual({
      words: new Set(['monitor', 'pump']),
      beginnings: ['monitor'],
    }))
})
