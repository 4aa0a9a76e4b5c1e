import { expect, test } from 'vitest'
import { deriveFromReadModel } from './derived-value.ts'

/** A value derived from rows that a test changes. */
function deriving() {
  const rows = { stamp: '1' as string | undefined, text: 'first', reads: 0, isDown: false }
  const failures: unknown[] = []
  const value = deriveFromReadModel({
    initial: 'nothing',
    stamp: () => rows.stamp,
    async derive(stamp) {
      rows.reads += 1
      if (rows.isDown) throw new Error('the database is unavailable')
      return `${rows.text} at ${stamp}`
    },
    onFailure: (error) => failures.push(error),
  })
  return { rows, value, failures }
}

test('the value is derived once for each state of the rows', async () => {
  const { rows, value } = deriving()
  expect(value.current()).toBe('nothing')
  await Promise.all([value.refresh(), value.refresh()])
  await value.refresh()
  expect(value.current()).toBe('first at 1')
  expect(rows.reads).toBe(1)
  Object.assign(rows, { stamp: '2', text: 'second' })
  await value.refresh()
  expect(value.current()).toBe('second at 2')
})

test('the value is kept if the state is unknown, and if the rows cannot be read', async () => {
  const { rows, value, failures } = deriving()
  await value.refresh()
  Object.assign(rows, { stamp: undefined, text: 'second' })
  await value.refresh()
  expect(value.current()).toBe('first at 1')
  Object.assign(rows, { stamp: '2', isDown: true })
  await value.refresh()
  expect(value.current()).toBe('first at 1')
  expect(failures).toHaveLength(1)
  rows.isDown = false
  await value.refresh()
  expect(value.current()).toBe('second at 2')
})
