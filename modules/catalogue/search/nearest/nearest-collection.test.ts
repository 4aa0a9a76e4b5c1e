import { expect, test } from 'vitest'
import { noWords, searchWordsOf } from '../words/search-words.ts'
import { nearestCollection } from './nearest-collection.ts'

test.each([
  ['oxigen cylender', 'oxygen-machines'],
  ['ultrasonic cleaner', 'ultrasound-machines'],
  ['dentist chair', 'dental-equipments'],
  ['medicine', 'medicines'],
  ['orthopaedic saw', 'orthopedic-power-tools'],
  ['x-ray film', 'x-ray'],
  ['डेंटल कुर्सी', 'dental-equipments'],
  ['अल्ट्रासाउंड', 'ultrasound-machines'],
])('%s is near the collection %s', (text, path) => expect(nearestCollection(text, noWords)?.path).toBe(path))

test.each(['dialysis machine', 'medical equipment', 'qwxyz', ''])('%j is near no collection', (text) => {
  expect(nearestCollection(text, noWords)).toBeUndefined()
})

const entry = { kind: 'lay', language: 'en' } as const
const words = searchWordsOf(
  [
    { ...entry, id: 'chair', terms: ['tooth chair'], means: ['dental chair'] },
    {
      ...entry,
      id: 'breath',
      language: 'hi-Latn',
      terms: ['saans ki machine'],
      means: ['ventilator', 'oxygen concentrator'],
    },
    { ...entry, id: 'tooth', language: 'hi', terms: ['दांत की कुर्सी'], means: ['dental chair'] },
    { ...entry, id: 'oxy', terms: ['oxy shot'], means: ['sports drink'] },
  ],
  '1',
)

test.each([
  ['tooth chairs', 'dental-equipments'],
  ['teeth chair', 'dental-equipments'],
  ['sans ki mashine', 'oxygen-machines'],
  ['दांत की कुर्सी', 'dental-equipments'],
  ['oxy shot', 'sports-medicine'],
  ['oxygen tent', 'oxygen-machines'],
])('%s is near %s by its synonyms', (text, path) => expect(nearestCollection(text, words)?.path).toBe(path))
