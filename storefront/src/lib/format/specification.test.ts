import { expect, it } from 'vitest'
import { readSpecification } from './specification.ts'

it('reads a name and a value from each line, and keeps other lines as notes', () => {
  expect(readSpecification('Screen: 12.1 in\r\n\r\nRatio: 16:9\nCE marked\nhttps://x.in')).toEqual({
    rows: [
      { name: 'Screen', value: '12.1 in' },
      { name: 'Ratio', value: '16:9' },
    ],
    notes: ['CE marked', 'https://x.in'],
  })
})
