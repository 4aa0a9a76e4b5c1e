import { expect, test } from 'vitest'
import { documentReader, quoted } from './document.ts'
import { nameKey } from '../text/names.ts'
import type { SearchDocument } from '../product-search-index.ts'

const monitor: SearchDocument = {
  id: 'vm12',
  title: 'Patient Monitors VM-12',
  brand: 'Dräger',
  company: 'Dräger India',
  category: 'icu-equipments',
  collections: ['icu-equipments', 'medical-devices'],
  description: 'Batteries',
  featureDescription: '',
  sku: null,
  modelNumber: 'VM-12',
  pricePaise: 1,
  createdAt: 0,
  payload: {},
  position: 1,
}

test('the head holds title, names and category in the singular, with weights and positions, the marked words, and the noun', () => {
  const words = `'patient':1A 'monitor':2A 'vm':3A '12':4A 'vm12':3A 'drager':14B,24B 'india':25B 'icu':35C 'equipment':36C`
  const marked = [
    '=vm12',
    '@vm12',
    '@monitorsvm12',
    '~ptnt',
    '~mntr',
    '~drsr',
    '~kpmnt',
    '^icuequipment',
    '^medicaldevice',
    '!monitor',
  ]
  expect(documentReader()(monitor).head).toBe([words, ...marked.map((word) => `'${word}':46A`)].join(' '))
})

test('the words are those of every field, as written and in the singular', () => {
  expect(documentReader()(monitor).words).toEqual(
    expect.arrayContaining(['monitors', 'monitor', 'vm12', 'drager', 'equipments', 'batteries', 'battery']),
  )
})

test('documents that differ only for the price filter share a facet bucket', () => {
  const read = documentReader()
  const bucket = read(monitor).bucket.id
  expect(read({ ...monitor, id: 'other', title: 'Other', pricePaise: 2 }).bucket.id).toBe(bucket)
  expect(read({ ...monitor, brand: 'Drager' }).bucket.id).not.toBe(bucket)
  expect(read({ ...monitor, collections: ['icu-equipments'] }).bucket.id).not.toBe(bucket)
})

test('the number of words is bounded, however long the document', () => {
  const description = Array.from({ length: 50_000 }, (_, number) => `w${number}`).join(' ')
  expect(documentReader()({ ...monitor, description }).words.length).toBeLessThan(5_200)
  expect(documentReader()({ ...monitor, title: description }).head.length).toBeLessThan(4_000)
})

test('names are compared without case, accents and extra spaces', () =>
  expect([nameKey(' Dräger  INDIA\0'), nameKey('drager india')]).toEqual(['drager india', 'drager india']))

test('a quoted word stays one word', () => expect(quoted(`o'b\\c`)).toBe(`'o''b\\\\c'`))
