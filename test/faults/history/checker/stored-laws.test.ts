import { describe, expect, test } from 'vitest'
import type { LoggedEvent } from '../record/call.ts'
import { logOf } from '../record/log.ts'
import { crashViolations } from './crash-laws.ts'
import { orderViolations } from './log-laws.ts'
import { mailViolations, type MailEvidence } from './mail-laws.ts'
import { checkpointViolations, readModelViolations } from './read-model-laws.ts'

function event(position: number, stream: string, revision: number): LoggedEvent {
  return { position, stream, revision, id: `event ${position}`, type: 'OrderPlaced', data: {}, correlationId: '' }
}

const whats = (violations: readonly { what: string }[]) => violations.map(({ what }) => what)

describe('the log', () => {
  const counted = { isCounted: true }

  test('counts its positions from 1 and the revisions of each stream from 0', () => {
    const events = [event(1, 'order-1', 0), event(2, 'order-2', 0), event(3, 'order-1', 1)]
    expect(orderViolations(logOf(events), counted)).toEqual([])
  })

  test('has no gap in its positions if the store counts events, and never goes back', () => {
    const events = [event(1, 'order-1', 0), event(3, 'order-1', 1)]
    expect(whats(orderViolations(logOf(events), counted))).toEqual([
      'OrderPlaced, revision 1 of order-1 at 3: it follows position 1',
    ])
    expect(orderViolations(logOf(events), { isCounted: false })).toEqual([])
    expect(orderViolations(logOf([event(2, 'order-1', 0), event(2, 'order-2', 0)]), { isCounted: false })).toHaveLength(
      2,
    )
  })

  test('has no gap in a stream, no duplicate revision and no duplicate event', () => {
    expect(orderViolations(logOf([event(1, 'order-1', 0), event(2, 'order-1', 2)]), counted)).toHaveLength(1)
    expect(orderViolations(logOf([event(1, 'order-1', 0), event(2, 'order-1', 0)]), counted)).toHaveLength(1)
    const twice = [event(1, 'order-1', 0), { ...event(2, 'order-2', 0), id: 'event 1' }]
    expect(whats(orderViolations(logOf(twice), counted))).toEqual([
      'OrderPlaced, revision 0 of order-2 at 2: its id is stored twice',
    ])
  })
})

describe('mails', () => {
  const sent = { id: 'n1', eventId: 'event 1', kind: 'order-placed', status: 'sent', recipientId: 'asha' }
  const mail = { messageId: '<n1@shop.example>', to: 'asha@clinic.in', at: 10 }
  const evidence: MailEvidence = {
    events: [event(1, 'order-1', 0)],
    kinds: new Map([['OrderPlaced', 'order-placed']]),
    notifications: [sent],
    mails: [mail],
    addresses: new Map([['asha', 'asha@clinic.in']]),
    disturbances: [],
  }
  const faults = (changes: Partial<MailEvidence>) => whats(mailViolations({ ...evidence, ...changes }))

  test('match the notifications', () => {
    expect(faults({})).toEqual([])
    expect(faults({ mails: [] })).toEqual(['order-placed n1, which is sent, was not sent'])
    expect(faults({ notifications: [{ ...sent, status: 'cancelled' }] })).toEqual([
      'order-placed n1, which is cancelled, was sent',
    ])
    expect(faults({ notifications: [{ ...sent, status: 'cancelled' }], mails: [] })).toEqual([])
    expect(faults({ notifications: [{ ...sent, status: 'queued' }] })).toEqual([
      'order-placed n1, which is queued, was never sent',
    ])
    expect(faults({ mails: [mail, { ...mail, messageId: '<n2@shop.example>' }] })).toEqual([
      'the mail n2 has no notification',
    ])
    expect(faults({ mails: [{ ...mail, to: 'ravi@clinic.in' }] })).toEqual([
      'order-placed n1, which is sent, went to ravi@clinic.in instead of asha@clinic.in',
    ])
  })

  test('have one notification per event', () => {
    expect(faults({ notifications: [], mails: [] })).toEqual(['OrderPlaced of order-1 has 0 notifications'])
    expect(faults({ events: [] })).toEqual(['order-placed n1 is about no event'])
    const another = { ...sent, id: 'n2', status: 'cancelled' }
    expect(faults({ notifications: [sent, another] })).toEqual(['OrderPlaced of order-1 has 2 notifications'])
    expect(faults({ notifications: [{ ...sent, kind: 'order-returned' }] })[0]).toBe(
      'OrderPlaced of order-1 has a notification of kind order-returned',
    )
  })

  test('are duplicated only around a disturbance', () => {
    const mails = [mail, { ...mail, at: 90 }]
    expect(faults({ mails })).toEqual(['n1 was sent twice for no reason'])
    expect(faults({ mails, disturbances: [[11, 12]] })).toEqual([])
    expect(faults({ mails, disturbances: [[91, 95]] })).toEqual(['n1 was sent twice for no reason'])
  })
})

const at = (position: number) => ({ name: 'orders', position })

describe('read models', () => {
  const comparison = { name: 'orders', position: 9, expected: new Map([['1', { status: 'received' }]]) }

  test('have the rows that follow from the log, in any order of columns', () => {
    const expected = new Map([['1', { status: 'received', revision: 0 }]])
    const stored = new Map([['1', { revision: 0, status: 'received' }]])
    expect(readModelViolations({ ...comparison, expected, stored })).toEqual([])
  })

  test.each([
    ['another row', new Map([['1', { status: 'confirmed' }]])],
    ['no row', new Map()],
    ['one more row', new Map([...comparison.expected, ['2', { status: 'received' }]])],
  ])('do not have %s', (_, stored) => {
    expect(readModelViolations({ ...comparison, stored })).toHaveLength(1)
  })

  test('have a checkpoint that never decreases', () => {
    expect(checkpointViolations([at(1), at(1), { name: 'carts', position: 0 }, at(4)])).toEqual([])
    expect(whats(checkpointViolations([at(1), at(4), at(3)]))).toEqual(['the checkpoint of orders fell from 4 to 3'])
  })
})

describe('a process that ends of its own accord', () => {
  const unreachable = { what: 'exit 1: database does not answer. Check that it runs.', from: 100, to: 6_100 }

  test('is accepted if it could not reach its database during its start', () => {
    expect(crashViolations([unreachable], [[50, 5_000]])).toEqual([])
  })

  test.each([
    ['without a suspension', unreachable, [[6_200, 7_000]]],
    ['with another reason', { ...unreachable, what: 'exit 1: TypeError' }, [[50, 5_000]]],
    ['long after its start', { ...unreachable, to: 60_000 }, [[50, 5_000]]],
  ] as const)('is a violation %s', (_, crash, suspensions) => {
    expect(crashViolations([crash], suspensions)).toHaveLength(1)
  })
})
