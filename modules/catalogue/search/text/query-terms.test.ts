import { describe, expect, test } from 'vitest'
import { planOf } from '../postgres/query-plan.ts'
import { interpretTerm, termsOf, type Knowledge } from './query-terms.ts'

const words = (text: string) => termsOf(text).map((term) => term.text)

const catalogue = ['ventilator', 'ventilators', 'monitor', 'monitoring', 'pump', 'bump', 'battery', 'cms', '8000']

function beginningsOf(word: string): string[] {
  return Array.from({ length: word.length - 1 }, (_, index) => word.slice(0, index + 1))
}

/** The knowledge of an index with this catalogue, with every word as a candidate. */
const knowledge: Knowledge = {
  words: new Set(catalogue),
  beginnings: new Set(catalogue.flatMap(beginningsOf)),
  candidates: catalogue.map((word, index) => ({ word, documents: 100 - index })),
}

function read(text: string) {
  return termsOf(text).map((term) => interpretTerm(term, knowledge))
}

const word = (text: string) => ({ words: [text], isBeginning: false })
const beginning = (text: string) => ({ words: [text], isBeginning: true })

function plan(text: string) {
  return planOf(termsOf(text), read(text))
}

describe('the terms of a query', () => {
  test('are its distinct words', () => expect(words('Pump, pump & Monitor')).toEqual(['pump', 'monitor']))

  test('omit filler words, unless there are no others', () => {
    expect(words('the bed for an ICU')).toEqual(['bed', 'icu'])
    expect(words('vitamin a')).toEqual(['vitamin', 'a'])
    expect(words('for the')).toEqual(['for', 'the'])
  })

  test('are ten at most, however long the text', () => {
    expect(words(Array.from({ length: 5_000 }, (_, number) => `word${number}`).join(' '))).toHaveLength(10)
  })

  test('include the compounds with their neighbours', () =>
    expect(termsOf('wheel chair')).toEqual([
      { text: 'wheel', parts: [], isLast: false, withPrevious: undefined, withNext: 'wheelchair' },
      { text: 'chair', parts: [], isLast: true, withPrevious: 'wheelchair', withNext: undefined },
    ]))
})

describe('a term', () => {
  test('that the index knows is used as typed', () => {
    expect(read('pump')).toEqual([{ literal: [word('pump')], near: [], far: [word('bump')] }])
  })

  test('may be a prefix: equally likely at the end of the query, less likely elsewhere', () => {
    expect(read('monitor')[0]?.literal).toEqual([word('monitor'), beginning('monitor')])
    expect(read('monitor pump')[0]).toMatchObject({ literal: [word('monitor')], near: [beginning('monitor')] })
  })

  test('that the index does not know is corrected', () => {
    expect(read('pmup')[0]).toMatchObject({ literal: [], near: [word('pump')] })
    expect(read('vemtilater')[0]).toMatchObject({ literal: [], near: [word('ventilator')] })
  })

  test('with a digit is never corrected, but may be split into parts', () => {
    expect(read('8001')).toEqual([{ literal: [], near: [], far: [] }])
    expect(read('cms8000')).toEqual([{ literal: [], near: [{ words: ['cms', '8000'], isBeginning: true }], far: [] }])
  })
})

describe('a plan', () => {
  test('matches all terms', () =>
    expect(plan('monitor pump').all).toMatchObject({
      match: `(('monitor') | ('monitor':*)) & (('pump'))`,
      literal: `(('monitor'))`,
    }))

  test('has no literal query if all or none of the matches are literal', () => {
    expect(plan('pump battery').all?.literal).toBeUndefined()
    expect(plan('pmup').all?.literal).toBeUndefined()
  })

  test('matches the known terms if a term occurs nowhere', () => {
    expect(plan('xyzzy pump').all).toBeUndefined()
    expect(plan('xyzzy pump').each.terms).toEqual([{ match: `(('pump') | ('bump'))`, literal: `(('pump'))` }])
    expect(plan('xyzzy').each.terms).toEqual([])
  })

  test('separates exact from loose matches', () =>
    expect(plan('monitor pmup').all).toMatchObject({ exact: `(('monitor'))`, loose: `(('monitor':*) | ('pump'))` }))

  test('lists the words to highlight', () =>
    expect(plan('monitor pmup').all?.found).toEqual({ words: new Set(['monitor', 'pump']), beginnings: ['monitor'] }))

  test('has the phrase of several terms', () => {
    expect(plan('monitors pump').phrase).toBe(`'monitor' <-> 'pump':*`)
    expect(plan('pump').phrase).toBeNull()
  })
})
