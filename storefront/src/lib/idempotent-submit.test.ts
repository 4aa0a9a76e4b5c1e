import { expect, it } from 'vitest'
import { createSubmissions } from './idempotent-submit.ts'

it('repeats the same input under the same key and payload, and takes another input for another submit', () => {
  let made = 0
  const submissionOf = createSubmissions(
    (input: { city: string }) => ({ ...input, n: ++made }),
    () => `key${made}`,
  )
  const first = submissionOf({ city: 'Pune' })
  expect(submissionOf({ city: 'Pune' })).toBe(first)
  expect(submissionOf({ city: 'Nagpur' }).key).not.toBe(first.key)
  expect(made).toBe(2)
})
