import { describe, expect, it } from 'vitest'
import { excerpt, pageHead, pagedPath } from './page-head.ts'

describe('the head of a page', () => {
  it('has one canonical address under the configured base', () => {
    const { links } = pageHead('https://shop.in', { description: '', path: pagedPath('/collection', 3) })
    expect(links).toEqual([{ rel: 'canonical', href: 'https://shop.in/collection?page=3' }])
    expect(pagedPath('/collection', 1)).toBe('/collection')
    expect(pagedPath('/collection', undefined)).toBe('/collection')
  })
})

describe('an excerpt', () => {
  it('is the whole text in one line if it is short', () => {
    expect(excerpt(' A monitor\n for the ICU. ')).toBe('A monitor for the ICU.')
  })

  it('ends between two words, within 160 characters', () => {
    const cut = excerpt('Bedside monitor, '.repeat(20))
    expect(cut.length).toBeLessThanOrEqual(160)
    expect(cut).toMatch(/(monitor|Bedside)…$/)
  })

  it('cuts a word that is longer than the excerpt', () => {
    expect(excerpt('x'.repeat(500))).toHaveLength(160)
  })
})
