import { expect, test } from 'vitest'
import { nearestCollection } from './nearest-collection.ts'

test.each([
  ['oxigen cylender', 'oxygen-machines'],
  ['ultrasonic cleaner', 'ultrasound-machines'],
  ['dentist chair', 'dental-equipments'],
  ['medicine', 'medicines'],
  ['orthopaedic saw', 'orthopedic-power-tools'],
  ['x-ray film', 'x-ray'],
])('%s is near the collection %s', (text, path) => expect(nearestCollection(text)?.path).toBe(path))

test.each(['dialysis machine', 'medical equipment', 'qwxyz', ''])('%j is near no collection', (text) => {
  expect(nearestCollection(text)).toBeUndefined()
})
