import { describe, expect, it } from 'vitest'
import { createSubmissions } from './idempotent-submit.ts'
import { noStorage, storageInMemory } from '../storage/storage-in-memory.ts'
import type { Storage } from '../storage/storage.ts'

let made = 0
const form = (storage: Storage, name = 'clinics') =>
  createSubmissions({
    storage,
    name,
    make: (input: { city: string }, at) => ({ city: input.city.trim(), at }),
    newKey: () => `key${++made}`,
    now: () => 1_763_000_000_000 + ++made,
  })

describe.each([
  ['with the tab’s storage', storageInMemory],
  ['where nothing can be stored', () => noStorage],
])('what is submitted, %s', (_where, open) => {
  it('keeps its key and payload while the input means the same', () => {
    const submissions = form(open())
    const first = submissions.of('asha', { city: 'Pune' })
    expect(submissions.of('asha', { city: 'Pune ' })).toEqual(first)
    expect(submissions.of('asha', { city: 'Nagpur' }).key).not.toBe(first.key)
  })

  it('is another one for another person, once the shop has taken it, or once it was given up', () => {
    const submissions = form(open())
    const first = submissions.of('asha', { city: 'Pune' })
    expect(submissions.of('ravi', { city: 'Pune' }).key).not.toBe(first.key)
    const second = submissions.of('ravi', { city: 'Nagpur' })
    submissions.settle('ravi', second.key)
    const third = submissions.of('ravi', { city: 'Nagpur' })
    expect(third.key).not.toBe(second.key)
    submissions.forget('ravi')
    expect(submissions.of('ravi', { city: 'Nagpur' }).key).not.toBe(third.key)
  })

  it('stays the same one when the answer to an earlier one comes', () => {
    const submissions = form(open())
    const first = submissions.of('asha', { city: 'Pune' })
    const second = submissions.of('asha', { city: 'Nagpur' })
    submissions.settle('asha', first.key)
    expect(submissions.of('asha', { city: 'Nagpur' })).toEqual(second)
  })
})

it('is known after a reload, to this form and this person alone', () => {
  const storage = storageInMemory()
  const first = form(storage).of('asha', { city: 'Pune' })
  expect(form(storage, 'wards').of('asha', { city: 'Pune' }).key).not.toBe(first.key)
  expect(form(storage).of('asha', { city: 'Pune' })).toEqual(first)
  form(storage).settle('asha', first.key)
  expect(form(storage).of('asha', { city: 'Pune' }).key).not.toBe(first.key)
})
