import { describe, expect, it } from 'vitest'
import { askedOf, readView, sizes } from './list-view.ts'

const offered = { sorts: ['placed-desc', 'placed-asc', 'total-asc'], columns: ['order', 'placed', 'total'] }

describe('the view of a list', () => {
  it('is read from the address', () => {
    const view = { sort: 'total-asc', size: 50, columns: 'placed.total', density: 'compact' }
    expect(readView({ ...view, size: '50' }, offered)).toEqual(view)
  })

  it('has at most 60 rows, also where a view was saved with more', () => {
    expect(Math.max(...sizes)).toBeLessThanOrEqual(60)
    expect(readView({ size: '100' }, offered)).toEqual({ size: 50 })
  })

  it('omits defaults', () => {
    expect(readView({ sort: 'placed-desc', size: '25', density: 'roomy' }, offered)).toEqual({})
  })

  it('has the columns in their own order, each once, and none that the list does not have', () => {
    expect(readView({ columns: 'total.order.total.password' }, offered).columns).toBe('order.total')
    expect(readView({ columns: 'password' }, offered)).toEqual({})
    expect(readView({ columns: { order: true } }, offered)).toEqual({})
  })

  it.each([{ sort: 'toString' }, { sort: ['total-asc'] }, { size: '7' }, { size: '1e9' }, { size: '-10' }])(
    'ignores %o, which the API would refuse',
    (search) => expect(readView(search, offered)).toEqual({}),
  )

  it('requests a screenful from the API, but no columns', () => {
    expect(askedOf({ text: 'asha', columns: 'order', density: 'compact' })).toEqual({ text: 'asha', size: 25 })
    expect(askedOf({ size: 50, sort: 'total-asc' })).toEqual({ size: 50, sort: 'total-asc' })
  })
})
