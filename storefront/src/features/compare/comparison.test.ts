import { describe, expect, it } from 'vitest'
import { readCompareParams, splitIds } from './compare-params.ts'
import { compareDevices, hasFewDifferences } from './comparison.ts'

const device = (...lines: string[]) => ({ featureDescription: lines.join('\n') })

describe('a comparison', () => {
  it('aligns properties regardless of order, case and spaces, and marks those that differ', () => {
    const { rows } = compareDevices([
      device('Weight: 4 kg', 'Screen size: 12 in'),
      device('Screen Size:  10 in', 'weight: 4  KG'),
    ])
    expect(rows).toEqual([
      { name: 'Weight', values: ['4 kg', '4  KG'], verdict: 'same' },
      { name: 'Screen size', values: ['12 in', '10 in'], verdict: 'differs' },
    ])
  })

  it('puts properties that only one device states last, undefined for the others', () => {
    const { rows } = compareDevices([device('Battery: 4 h', 'Weight: 4 kg'), device('Weight: 4 kg', 'Alarm: yes')])
    expect(rows.map(({ name, values }) => [name, ...values])).toEqual([
      ['Weight', '4 kg', '4 kg'],
      ['Battery', '4 h', undefined],
      ['Alarm', undefined, 'yes'],
    ])
    expect(rows.map(({ verdict }) => verdict)).toEqual(['same', 'partly', 'partly'])
  })

  it('joins repeated properties of a device, and keeps other lines as notes', () => {
    const { rows, notes } = compareDevices([device('Port: HDMI', 'Port: VGA', 'CE marked'), device('')])
    expect(rows[0]?.values).toEqual(['HDMI, VGA', undefined])
    expect(notes).toEqual([['CE marked'], []])
  })
})

it('has few differences if at most half of the properties differ', () => {
  const few = compareDevices([device('A: 1', 'B: 2', 'C: 3'), device('A: 1', 'B: 2', 'C: 4')])
  const many = compareDevices([device('A: 1', 'B: 2', 'C: 3'), device('A: 1', 'B: 5', 'C: 4')])
  expect([few, many].map(({ rows }) => hasFewDifferences(rows))).toEqual([true, false])
})

describe('the URL of a comparison', () => {
  it('holds each device once, and at most four', () => {
    expect(splitIds('a, b,,a,c,d,e')).toEqual(['a', 'b', 'c', 'd'])
    expect(readCompareParams({ ids: '7,7' })).toEqual({ ids: '7' })
  })

  it.each([undefined, '', ' , ,', ['a'], {}, null])('holds no device if ids is %j', (ids) =>
    expect(readCompareParams({ ids })).toEqual({ ids: undefined }),
  )
})
