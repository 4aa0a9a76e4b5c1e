import { describe, expect, test } from 'vitest'
import { searchDocument } from '#test/support/projections/search-documents.ts'
import { canBeMeantBy, codedIn } from './find-coded.ts'

const monitor = searchDocument('icu-mon-0008', { sku: 'ICU-MON-0008', modelNumber: 'VM-12' })
const older = searchDocument('old-1', { modelNumber: 'vm12' })
const pump = searchDocument('icu-pmp-1', { sku: 'ICU-PMP-1', modelNumber: 'SP-10' })
const clash = searchDocument('sp10', { modelNumber: 'X-1' })
const findCoded = codedIn([monitor, older, pump, clash])

test.each(['icu mon 0008', 'ICUMON8', 'icu-mon-0008'])('the id or SKU %s means one product', (code) => {
  expect(findCoded(code)).toEqual({ exact: monitor, candidates: [] })
})

test('a model number that products share leaves the choice among them', () => {
  expect(findCoded('VM 12')).toEqual({ exact: undefined, candidates: [monitor, older] })
})

test('an id precedes a model number', () => {
  expect(findCoded('SP 10')).toEqual({ exact: clash, candidates: [] })
})

test('an id or SKU without a digit means its product, and a model number without one none', () => {
  const gloves = searchDocument('a1', { sku: 'GLOVES-L' })
  const mask = searchDocument('mask', { modelNumber: 'Sagara' })
  const findAmong = codedIn([gloves, mask])
  expect(['gloves l', 'Mask', 'sagara'].map((code) => findAmong(code).exact)).toEqual([gloves, mask, undefined])
})

test('a text that is no code of a product has no result', () => {
  expect(findCoded('infusion pump')).toEqual({ exact: undefined, candidates: [] })
  expect(findCoded('SP-11')).toEqual({ exact: undefined, candidates: [] })
})

describe('a line that is no code of a product', () => {
  const spare = searchDocument('spare', { title: 'Infuvara SP-10 Duo Syringe Pump, 2 Channels' })

  test.each(['syringe pump', 'siringe pump 2', 'SP10 duo', 'sp-10', '2 ch pump'])(
    'may have a candidate: %s',
    (line) => {
      expect(canBeMeantBy(line, spare)).toBe(true)
    },
  )

  test.each(['ZZ-9999', 'QX 77 SYR', '9999', 'sp 11', 'pump-12-bar'])(
    'has none if it is written like a code, and the title has other words: %s',
    (line) => {
      expect(canBeMeantBy(line, spare)).toBe(false)
    },
  )
})
