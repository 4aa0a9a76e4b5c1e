import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { collections } from '../../domain/categories.ts'
import { isFiller } from '../text/fillers.ts'
import { singular } from '../text/singular.ts'
import { spellingsOf, wordsOf } from '../text/words.ts'
import { suppliedSynonyms } from './read-synonyms.ts'

const entries = suppliedSynonyms()
const singulars = (text: string) => Array.from(spellingsOf(text), (word) => singular(word.text))

/** Meanings that the catalogue does not sell yet; the next one of the same entry does. */
const notSold = new Set(['blood gas analyser'])

function demoTexts(): Set<string>[] {
  const rows = parse<Record<string, string>>(readFileSync(new URL('../../seed/catalogue.csv', import.meta.url)), {
    columns: true,
  })
  return rows.map((row) => {
    const category = collections.find(({ path }) => path === row['category'])
    const above = collections.find(({ path }) => path === category?.parent)
    const { title, brand, description, feature_description: features } = row
    return new Set(singulars([title, brand, category?.label, above?.label, description, features].join('\n')))
  })
}

describe('the supplied synonyms', () => {
  test('are at least 600, in three languages and of every kind', () => {
    expect(entries.length).toBeGreaterThanOrEqual(600)
    expect(new Set(entries.map(({ language }) => language)).size).toBe(3)
    expect(new Set(entries.map(({ kind }) => kind)).size).toBe(6)
  })

  test('have an id each, and each term once', () => {
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
    const terms = entries.flatMap((entry) => entry.terms.map((term) => term.toLowerCase()))
    expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([])
  })

  test('have terms that a shopper can type', () => {
    expect(entries.flatMap(({ terms }) => terms).filter((term) => wordsOf(term).length === 0)).toEqual([])
  })

  test('mean words of the catalogue', () => {
    const products = demoTexts()
    const means = [...new Set(entries.flatMap((entry) => entry.means))].filter((text) => !notSold.has(text))
    const unknown = means.filter((text) => {
      const words = wordsOf(text)
        .map((word) => singular(word.text))
        .filter((word) => !isFiller(word))
      return !products.some((product) => words.every((word) => product.has(word)))
    })
    expect(unknown).toEqual([])
  })
})
