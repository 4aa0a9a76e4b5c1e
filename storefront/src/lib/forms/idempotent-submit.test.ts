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
  ['without storage', () => noStorage],
])('a submission, %s', (_storage, open) => {
  it('keeps its key and payload while the payload of the input is the same', () => {
    const submissions = form(open())
    const first = submissions.of('asha', { city: 'Pune' })
    expect(submissions.of('asha', { city: 'Pune ' })).toEqual(first)
    expect(submissions.of('asha', { city: 'Nagpur' }).key).not.toBe(first.key)
  })

  it('is a new one for another user, after it was completed, and after it was discarded', () => {
    const submissions = form(open())
    const first = submissions.of('asha', { city: 'Pune' })
    expect(submissions.of('ravi', { city: 'Pune' }).key).not.toBe(first.key)
    const second = submissions.of('ravi', { city: 'Nagpur' })
    submissions.complete('ravi', second.key)
    const third = submissions.of('ravi', { city: 'Nagpur' })
    expect(third.key).not.toBe(second.key)
    submissions.discard('ravi')
    expect(submissions.of('ravi', { city: 'Nagpur' }).key).not.toBe(third.key)
  })

  it('stays the same when an earlier one is completed', () => {
    const submissions = form(open())
    const first = submissions.of('asha', { city: 'Pune' })
    const second = submissions.of('asha', { city: 'Nagpur' })
    submissions.complete('asha', first.key)
    expect(submissions.of('asha', { city: 'Nagpur' })).toEqual(second)
  })
})

it('survives a reload, for this form and this user only', () => {
  const storage = storageInMemory()
  const first = form(storage).of('asha', { city: 'Pune' })
  expect(form(storage, 'wards').of('asha', { city: 'Pune' }).key).not.toBe(first.key)
  expect(form(storage).of('asha', { city: 'Pune' })).toEqual(first)
  form(storage).complete('asha', first.key)
  expect(form(storage).of('asha', { city: 'Pune' }).key).not.toBe(first.key)
})
