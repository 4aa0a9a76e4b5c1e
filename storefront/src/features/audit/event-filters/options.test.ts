import { expect, test } from 'vitest'
import type { AuditEvent } from '#modules/audit/schema.ts'
import { distinct, knownPeople, knownStreams, knownTypes, matching, meant } from './options.ts'

const event: AuditEvent = {
  id: 'a',
  position: 1,
  stream: 'order-ORD48210377',
  revision: 0,
  category: 'order',
  type: 'OrderTeleported',
  at: '2026-11-20T09:30:00.000Z',
  by: { id: 'asha', name: 'Asha Rao', role: 'USER' },
  correlationId: 'request',
  causationId: 'request',
  schemaVersion: 1,
  data: {},
  sentence: '',
  mails: [],
}

const asha = { value: '01', text: 'Asha Rao', detail: 'asha' }
const others = [
  { value: '02', text: 'Asha Raoji', detail: 'raoji' },
  { value: '03', text: 'Ravi Kumar', detail: 'ravi' },
]
const people = [asha, ...others]

const found = (typed: string) => matching(people, typed).map(({ value }) => value)

test('options are found by the beginnings of their words, and by the beginning of their value', () => {
  expect(found('rao ash')).toEqual(['01', '02'])
  expect(found('RAOJI')).toEqual(['02'])
  expect(found('03')).toEqual(['03'])
  expect(found('sha')).toEqual([])
  expect(found('')).toEqual(['01', '02', '03'])
})

test('a text means the option that it names exactly, or the only one that it finds', () => {
  expect(meant(people, 'asha rao')).toBe(asha)
  expect(meant(people, '01')).toBe(asha)
  expect(meant(people, 'asha')).toBeUndefined()
  expect(meant([asha], 'rao')).toBe(asha)
  expect(meant([], 'rao')).toBeUndefined()
  expect(meant([asha, { ...asha, value: '04' }], 'Asha Rao')).toBeUndefined()
})

test('of options with one value, the first is kept, in its place', () => {
  expect(distinct([asha, ...others, { value: '01', text: 'The same' }])).toEqual(people)
})

test('the types, streams and people of the listed events are known without a look-up', () => {
  expect(knownTypes([event])).toContainEqual({
    value: 'OrderTeleported',
    text: 'Order teleported',
    detail: 'OrderTeleported',
  })
  expect(matching(knownTypes([]), 'order placed')).toHaveLength(1)
  expect(knownStreams([event, event])).toEqual([
    { value: 'order-ORD48210377', text: 'Order ORD48210377', detail: 'order teleported' },
  ])
  const nameless = { ...event, by: { id: 'x', name: '', role: '' } }
  expect(knownPeople([event, nameless]).map(({ text }) => text)).toEqual(['Asha Rao', 'The shop', 'Guest'])
})
