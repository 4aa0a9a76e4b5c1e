import { describe, expect, test } from 'vitest'
import { codeBeginning, codeKey, codesIn, codesOfQuery, wholeKey } from './codes.ts'

describe('a code', () => {
  test('is the same in any spelling', () => {
    const writings = ['ICU-MON-0008', 'icu mon 0008', 'IcuMon0008', 'icu_mon_8', ' ICU/MON–0008 ']
    expect(new Set(writings.map(codeKey))).toEqual(new Set(['icumon8']))
    expect([codeKey('VM-12'), codeKey('vm 12'), codeKey('10 V')]).toEqual(['vm12', 'vm12', '10v'])
  })

  test('has a digit, and is neither empty nor long', () => {
    expect(['monitor', '', '-', '7', '1'.repeat(61)].map(codeKey)).toEqual(Array.from({ length: 5 }, () => undefined))
  })

  test('of a whole text need not have a digit', () => {
    expect(['GLOVES-L', 'gloves l', 'VM-012', 'x', ''].map(wholeKey)).toEqual([
      'glovesl',
      'glovesl',
      'vm12',
      undefined,
      undefined,
    ])
  })

  test('may be unfinished', () => {
    expect(['icu-mon-0', 'icu-mon-00', 'icu-mon-000', 'icu-mon-0008'].map(codeBeginning)).toEqual([
      'icumon',
      'icumon',
      'icumon',
      'icumon8',
    ])
  })
})

test('the codes in a title are its words with digits, also with their neighbours', () => {
  expect(codesIn('Infuvara SP-10 Duo Syringe Pump')).toEqual(['sp10', 'sp10duo', 'infuvarasp10'])
  expect(codesIn('Patient Monitor')).toEqual([])
})

test('the codes in a query are its runs of words with a digit', () => {
  expect(codesOfQuery('sp 10 pump')).toEqual(['sp10', 'sp10pump', '10', '10pump'])
  expect(codesOfQuery('pump')).toEqual([])
})
