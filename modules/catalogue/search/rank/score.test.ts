import { describe, expect, test } from 'vitest'
import { searchDocument } from '#test/support/projections/search-documents.ts'
import { profileOf } from '../document/profile.ts'
import { interpret } from '../query/interpret.ts'
import { beginningsOf, formsOf } from '../query/term-reading.ts'
import type { SearchDocument } from '../product-search-index.ts'
import { noWords, searchWordsOf } from '../words/search-words.ts'
import { ranker } from './score.ts'

/** Titles in the order of their scores for a text in which every word is known. */
async function ordered(
  text: string,
  products: Record<string, Partial<SearchDocument>>,
  words = noWords,
): Promise<string[]> {
  const interpretation = await interpret(text, words, {
    lookUp: (terms) =>
      Promise.resolve({
        words: new Set(terms.flatMap(formsOf)),
        beginnings: new Set(terms.flatMap(beginningsOf)),
        candidates: [],
      }),
    guess: () => Promise.resolve([]),
  })
  const rank = ranker(interpretation)
  const scored = Object.entries(products).map(([title, changes]) => {
    return { title, score: rank(profileOf(searchDocument(title, { title, ...changes }))).score }
  })
  return scored.toSorted((a, b) => b.score - a.score).map(({ title }) => title)
}

const accessory = { payload: { lookupType: 'Accessory' } }

describe('the rank', () => {
  test('ranks the device before its accessories', async () => {
    expect(
      await ordered('patient monitor', {
        'Nalini Patient Monitor Wall Mount': accessory,
        'Nalini Basket for Patient Monitor': {},
        'Nalini VM-12 Patient Monitor, 12.1 in': {},
      }),
    ).toEqual([
      'Nalini VM-12 Patient Monitor, 12.1 in',
      'Nalini Basket for Patient Monitor',
      'Nalini Patient Monitor Wall Mount',
    ])
  })

  test('ranks what is described before what has a word alongside the description', async () => {
    const words = searchWordsOf(
      [{ id: 'cpm', language: 'en', kind: 'lay', terms: ['knee bending machine'], means: ['motion'] }],
      '1',
    )
    const products = { 'Nalini Operation Brace': { featureDescription: 'Motion: limited' }, 'Nalini Motion Unit': {} }
    const [first] = await ordered('machine to bend the knee after operation', products, words)
    expect(first).toBe('Nalini Motion Unit')
  })

  test('ranks the accessory first if that is what is searched for', async () => {
    const products = { 'Nalini Patient Monitor': {}, 'Nalini Patient Monitor Wall Mount': accessory }
    expect((await ordered('monitor mount', products))[0]).toBe('Nalini Patient Monitor Wall Mount')
  })

  test('takes a kit for the device, before an accessory that mentions a kit, and first if it is named so', async () => {
    const products = {
      'Nalini Trolley for Suction': { ...accessory, description: 'With a tool kit.' },
      'Nalini Suction Unit': {},
      'Nalini Suction Kit with Jar': {},
      'Nalini Suction Pump': { featureDescription: 'Supplied: tool kit' },
    }
    const titles = await ordered('suction kit', products)
    expect([titles[0], titles.at(-1)]).toEqual(['Nalini Suction Kit with Jar', 'Nalini Trolley for Suction'])
  })

  test('ranks an accessory first that is named as the kit that is asked for', async () => {
    const products = { 'Nalini Nebuliser': {}, 'Nalini Nebuliser Kit': accessory, 'Nalini Nebuliser Mask': accessory }
    const titles = await ordered('nebuliser kit', products)
    expect(titles).toEqual(['Nalini Nebuliser Kit', 'Nalini Nebuliser', 'Nalini Nebuliser Mask'])
  })

  test('does not take one machine for another because both are machines', async () => {
    const entry = { id: 'suction', language: 'en', kind: 'synonym' } as const
    const words = searchWordsOf([{ ...entry, terms: ['suction apparatus'], means: ['suction machine'] }], '1')
    const products = {
      'Nalini ECG Machine': { description: 'With six suction electrodes.' },
      'Nalini Theatre Suction': {},
      'Nalini Suction Machine': {},
    }
    expect(await ordered('suction apparatus', products, words)).toEqual([
      'Nalini Suction Machine',
      'Nalini Theatre Suction',
      'Nalini ECG Machine',
    ])
  })

  test('ranks title, then category, then specifications, then description', async () => {
    expect(
      await ordered('suction', {
        'Four Pump': { description: 'Suction' },
        'Three Pump': { featureDescription: 'Suction: yes' },
        'Two Pump': { category: 'suction' },
        'One Suction': {},
      }),
    ).toEqual(['One Suction', 'Two Pump', 'Three Pump', 'Four Pump'])
  })

  test('ranks the products of a category first if its whole name is typed', async () => {
    const products = { 'X-Ray Apron': accessory, 'Mobile Unit': { category: 'x-ray' } }
    expect((await ordered('x-ray', products))[0]).toBe('Mobile Unit')
  })

  test('ranks them before a product of another category whose title has that name', async () => {
    const products = {
      'Matra Medicine Trolley': { category: 'trolleys' },
      'Paracetamol Tablets, Box of 500': { category: 'medicines' },
    }
    expect((await ordered('medicines', products))[0]).toBe('Paracetamol Tablets, Box of 500')
  })

  test('ranks the requested value first, then near values', async () => {
    const products = { 'Monitor, 8 in': {}, 'Monitor, 15 in': {}, 'Monitor, 12.1 in': {}, Monitor: {} }
    expect(await ordered('12 inch monitor', products)).toEqual([
      'Monitor, 12.1 in',
      'Monitor, 15 in',
      'Monitor, 8 in',
      'Monitor',
    ])
  })

  test('ranks products by the distance of their values if only values are asked for', async () => {
    const products = {
      'Mill, 3 hp': {},
      'Pump, 1.97 hp': {},
      'Large Zebra Mill with a Long Name': { featureDescription: 'Motor: 2.5 hp' },
      'Drill, 2 hp': {},
      'Saw, 10 hp': {},
      'Saw of 2 hp': { featureDescription: 'Motor: 4 hp' },
    }
    const titles = await ordered('2 hp', products)
    expect(titles.slice(0, 2).toSorted()).toEqual(['Drill, 2 hp', 'Saw of 2 hp'])
    expect(titles.slice(2)).toEqual(['Pump, 1.97 hp', 'Large Zebra Mill with a Long Name', 'Mill, 3 hp', 'Saw, 10 hp'])
    expect((await ordered('1.97 hp', products))[0]).toBe('Pump, 1.97 hp')
  })

  test('ranks a product whose name is written like a value before other values', async () => {
    const products = { 'Drill, 1400 W': {}, 'Panel 1417W': {}, Monitor: {} }
    expect((await ordered('1417W', products))[0]).toBe('Panel 1417W')
  })

  test('ranks codes before everything', async () => {
    const products = {
      'CMS 8000 Monitor': {},
      'Other Pump': { sku: 'CMS-8000' },
      'Third Pump': { modelNumber: 'CMS-8000-B' },
    }
    expect(await ordered('cms8000', products)).toEqual(['Other Pump', 'CMS 8000 Monitor', 'Third Pump'])
  })
})
