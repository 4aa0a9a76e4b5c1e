import { expect, test } from 'vitest'
import type { ErasurePart } from '#core/module/personal-traces.ts'
import { previewErasure } from './preview.ts'

const account = { id: 'U1', username: 'asha' }
const part = (counts: ErasurePart['counts']): ErasurePart => ({ counts, goes: [], stays: [] })

test('the counts of all modules are summed by name', () => {
  const parts = [part({ orders: 2, ordersUnderWay: 1 }), part({ serviceRequests: 3 }), part({ orders: 1 })]
  expect(previewErasure(account, parts)).toMatchObject({ orders: 3, ordersUnderWay: 1, serviceRequests: 3 })
})

test('a count that the answer does not have is refused, with the place to add it', () => {
  expect(() => previewErasure(account, [part({ recalls: 1 })])).toThrow(
    'add the count recalls to noCounts in modules/identity/erasure/preview.ts',
  )
})
