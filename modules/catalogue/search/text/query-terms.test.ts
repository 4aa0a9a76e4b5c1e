import { describe, expect, test } from 'vitest'
import { planOf } from '../postgres/query-plan.ts'
import { readTerm, termsOf, type Knowledge } from './query-terms.ts'

const words = (text: string) => termsOf(text).map((term) => term.text)

const catalogue = ['ventilator', 'ventilators', 'monitor', 'monitoring', 'pump', 'bump', 'battery', 'cms', '8000']

function beginningsOf(word: string): string[] {
  return Array.from({ length: word.length - 1 }, (_, index) => word.slice(0, index + 1))
}

/** What an index with this catalogue knows; it offers every word as a candidate. */
const knowledge: Knowledge = {
  words: new Set(catalogue),
  beginnings: new Set(catalogue.flatMap(beginningsOf)),
  candidates: catalogue.map((word, index) => ({ word, documents: 100 - index })),
}

function read(text: string) {
  return termsOf(text).map((term) => readTerm(term, knowledge))
}

const word = (text: string) => ({ words: [text], isBeginning: false })
const beginning = (text: string) => ({ words: [text], isBeginning: true })

function plan(text: string) {
  return planOf(termsOf(text), read(text))
}

describe('the terms of a query', () => {
  test('are its distinct words', () => expect(words('Pump, pump & Monitor')).toEqual(['pump', 'monitor']))

  test('leave out fillers, unless there is nothing else', () => {
    expect(words('the bed for an ICU')).toEqual(['bed', 'icu'])
    expect(words('vitamin a')).toEqual(['vitamin', 'a'])
    expect(words('for the')).toEqual(['for', 'the'])
  })

  test('are ten at most, of any length of text', () => {
    expect(words(Array.from({ length: 5_000 }, (_, number) => `word${number}`).join(' '))).toHaveLength(10)
  })

  test('know their neighbours', () =>
    expect(termsOf('wheel chair')).toEqual([
      { text: 'wheel', parts: [], isLast: false, withPrevious: undefined, withNext: 'wheelchair' },
      { text: 'chair', parts: [], isLast: true, withPrevious: 'wheelchair', withNext: undefined },
    ]))
})

describe('a term', () => {
  test('that the index knows is taken at its word', () => {
    expect(read('pump')).toEqual([{ literal: [word('pump')], near: [], far: [word('bump')] }])
  })

  test('at the end may be a beginning; elsewhere that comes second', () => {
    expect(read('monitor')[0]?.literal).toEqual([word('monitor'), beginning('monitor')])
    expect(read('monitor pump')[0]).toMatchObject({ literal: [word('monitor')], near: [beginning('monitor')] })
  })

  test('that the index does not know is corrected', () => {
    expect(read('pmup')[0]).toMatchObject({ literal: [], near: [word('pump')] })
    expect(read('vemtilater')[0]).toMatchObject({ literal: [], near: [word('ventilator')] })
  })

  test('with a digit is never corrected, but may be in parts', () => {
    expect(read('8001')).toEqual([{ literal: [], near: [], far: [] }])
    expect(read('cms8000')).toEqual([{ literal: [], near: [{ words: ['cms', '8000'], isBeginning: true }], far: [] }])
  })
})

describe('a plan', () => {
  test('asks for all terms', () =>
    expect(plan('monitor pump').all).toMatchObject({
      match: `(('monitor') | ('monitor':*)) & (('pump'))`,
      literal: `(('monitor'))`,
    }))

  test('asks for no literal matches where there are no others, or none', () => {
    expect(plan('pump battery').all?.literal).toBeUndefined()
    expect(plan('pmup').all?.literal).toBeUndefined()
  })

  test('asks for what there is where a term is nowhere', () => {
    expect(plan('xyzzy pump').all).toBeUndefined()
    expect(plan('xyzzy pump').each.terms).toEqual([{ match: `(('pump') | ('bump'))`, literal: `(('pump'))` }])
    expect(plan('xyzzy').each.terms).toEqual([])
  })

  test('tells what was typed from what may have been meant', () =>
    expect(plan('monitor pmup').all).toMatchObject({ exact: `(('monitor'))`, loose: `(('monitor':*) | ('pump'))` }))

  test('knows what to mark', () =>
    expect(plan('monitor pmup').all?.found).toEqual({ words: new Set(['monitor', 'pump']), beginnings: ['monitor'] }))

  test('knows the phrase', () => {
    expect(plan('monitors pump').phrase).toBe(`'monitor' <-> 'pump':*`)
    expect(plan('pump').phrase).toBeNull()
  })
})
