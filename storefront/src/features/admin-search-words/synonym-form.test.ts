import { expect, it } from 'vitest'
import { readSynonym } from './synonym-form.ts'
import { readWordsSearch } from './words-search.ts'

const fields = { terms: ' usg \n\nsono machine', means: 'ultrasound machine', language: 'hi', kind: 'lay' }

const read = (typed: typeof fields) => readSynonym((name) => typed[name])

it('reads one text from each line, and skips empty lines', () => {
  expect(read(fields)).toEqual({
    terms: ['usg', 'sono machine'],
    means: ['ultrasound machine'],
    language: 'hi',
    kind: 'lay',
  })
})

it.each([
  [{ terms: ' \n' }, 'terms'],
  [{ means: '' }, 'means'],
  [{ means: 'x'.repeat(101) }, 'means'],
  [{ terms: 'x\n'.repeat(51) }, 'terms'],
])('rejects %j at its field', (fault, field) => {
  expect(read({ ...fields, ...fault })).toMatchObject({ field })
})

it('reads the filters of the search words from the URL, and ignores anything else', () => {
  const search = { page: 2, text: ' usg ', language: 'hi', state: 'removed' }
  expect(readWordsSearch(search)).toEqual({ ...search, text: 'usg' })
  expect(readWordsSearch({ page: 'x', language: 'mr', state: 'gone' })).toEqual({})
  expect(readWordsSearch({ language: 'hi', state: 'without-hits' })).toEqual({ state: 'without-hits' })
})
