import { expect, test } from 'vitest'
import { canReply, linesOf, requestOf } from './conversation.ts'

const asha = { id: 'u1', name: 'Asha Rao', role: 'USER' }
const shop = { name: 'The shop', role: 'ADMIN' }
const at = '2026-11-20T05:00:00.000Z'
const raised = {
  revision: 0,
  type: 'ServiceRequestRaised',
  at,
  by: asha,
  data: {
    raisedAt: at,
    requester: { id: 'u1', loginUserName: 'asha', name: 'Asha Rao' },
    productId: 'p1',
    title: 'Ventilator in bed 4',
    company: 'Vaayu',
    logoUrl: '',
    description: 'It beeps.',
    address: 'Pune',
  },
}
const acknowledged = { revision: 1, type: 'ServiceRequestAcknowledged', at, by: shop, data: {} }
const question = { text: 'Which bed?', from: 'shop' }
const replied = { revision: 2, type: 'ServiceRequestReplied', at, by: shop, data: question }
const declined = { revision: 3, type: 'ServiceRequestDeclined', at, by: shop, data: { reason: 'No spare parts' } }
const withdrawn = { revision: 3, type: 'ServiceRequestWithdrawn', at, by: asha, data: {} }
const unknown = { revision: 4, type: 'ServiceRequestWeighed', at, by: shop, data: { text: 'secret' } }

test('a conversation has the summary, the messages of both sides, and each step with its reason', () => {
  const lines = linesOf([raised, acknowledged, replied, declined, unknown])
  expect(lines.map(({ from, title, text }) => [from, title, text])).toEqual([
    ['requester', 'Asha Rao', 'It beeps.'],
    ['shop', 'Acknowledged', ''],
    ['shop', 'The shop', 'Which bed?'],
    ['shop', 'Declined', 'No spare parts'],
  ])
})

test('a request has the state of its history', () => {
  expect(requestOf('r1', [raised, acknowledged, replied])).toMatchObject({
    id: 'r1',
    title: 'Ventilator in bed 4',
    loginUserName: 'asha',
    status: 'acknowledged',
    createDate: at,
    revision: 2,
  })
  expect(requestOf('r1', [raised, acknowledged, declined]).status).toBe('declined')
})

test('a conversation ends with the withdrawal, and not with a decline, which may leave questions', () => {
  expect(canReply([raised, acknowledged, declined])).toBe(true)
  expect(canReply([raised, withdrawn])).toBe(false)
})
