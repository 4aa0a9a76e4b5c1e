import { describe, expect, it } from 'vitest'
import { readCompareParams, splitIds } from './compare-params.ts'
import { compareDevices } from './comparison.ts'

const device = (...lines: string[]) => ({ featureDescription: lines.join('\n') })

describe('a comparison', () => {
  it('lays equal properties side by side, whatever their order and spelling, and says which differ', () => {
    const { rows } = compareDevices([
      device('Weight: 4 kg', 'Screen size: 12 in'),
      device('Screen Size:  10 in', 'weight: 4  KG'),
    ])
    expect(rows).toEqual([
      { name: 'Weight', values: ['4 kg', '4  KG'], verdict: 'same' },
      { name: 'Screen size', values: ['12 in', '10 in'], verdict: 'differs' },
    ])
  })

  it('puts last what only one device states, and says where it is not stated', () => {
    const { rows } = compareDevices([device('Battery: 4 h', 'Weight: 4 kg'), device('Weight: 4 kg', 'Alarm: yes')])
    expect(rows.map(({ name, values }) => [name, ...values])).toEqual([
      ['Weight', '4 kg', '4 kg'],
      ['Battery', '4 h', undefined],
      ['Alarm', undefined, 'yes'],
    ])
    expect(rows.map(({ verdict }) => verdict)).toEqual(['same', 'partly', 'partly'])
  })

  it('joins what a device states twice, and keeps what is no property', () => {
    const { rows, notes } = compareDevices([device('Port: HDMI', 'Port: VGA', 'CE marked'), device('')])
    expect(rows[0]?.values).toEqual(['HDMI, VGA', undefined])
    expect(notes).toEqual([['CE marked'], []])
  })
})

describe('the address of a comparison', () => {
  it('names each device once, and four at most', () => {
    expect(splitIds('a, b,,a,c,d,e')).toEqual(['a', 'b', 'c', 'd'])
    expect(readCompareParams({ ids: '7,7' })).toEqual({ ids: '7' })
  })

  it.each([undefined, '', ' , ,', ['a'], {}, null])('names none when it is %j', (ids) =>
    expect(readCompareParams({ ids })).toEqual({ ids: undefined }),
  )
})
