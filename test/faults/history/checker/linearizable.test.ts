import { expect, test } from 'vitest'
import { linearize, type Model, type Operation } from './linearizable.ts'

type Op = { write: number } | { read: number }

const register: Model<number, Op> = {
  initial: 0,
  apply: (value, op) =>
    'write' in op
      ? { state: op.write, answer: { status: 200 } }
      : { state: value, answer: { status: op.read === value ? 200 : 0 } },
}

function during([invokedAt, endedAt]: [number, number], op: Op, answer = { status: 200 }): Operation<Op> {
  return { id: JSON.stringify(op), op, invokedAt, endedAt, answer }
}

const isLinearizable = (...operations: Operation<Op>[]) => linearize(register, operations).ok

test('sequential operations take effect in their order', () => {
  expect(isLinearizable(during([0, 1], { write: 1 }), during([2, 3], { read: 1 }))).toBe(true)
  expect(isLinearizable(during([0, 1], { write: 1 }), during([2, 3], { read: 0 }))).toBe(false)
})

test('overlapping operations take effect in any single order', () => {
  const written = [during([0, 9], { write: 1 }), during([0, 9], { write: 2 })]
  expect(isLinearizable(...written, during([1, 2], { read: 1 }), during([3, 4], { read: 2 }))).toBe(true)
  expect(isLinearizable(...written, during([1, 2], { read: 2 }), during([3, 4], { read: 1 }))).toBe(true)
  const flicker = [during([1, 2], { read: 1 }), during([3, 4], { read: 2 }), during([5, 6], { read: 1 })]
  expect(isLinearizable(...written, ...flicker)).toBe(false)
})

test('an operation without a response may take effect at any time after its call, but not before', () => {
  const lost: Operation<Op> = { id: 'lost', op: { write: 7 }, invokedAt: 4, endedAt: Infinity }
  expect(isLinearizable(lost, during([1, 2], { read: 0 }), during([5, 6], { read: 0 }))).toBe(true)
  expect(isLinearizable(lost, during([5, 6], { read: 0 }), during([90, 91], { read: 7 }))).toBe(true)
  expect(isLinearizable(lost, during([1, 2], { read: 7 }))).toBe(false)
})

test('a refusal names where the search got stuck', () => {
  const operations = [during([0, 1], { write: 1 }), during([2, 3], { read: 0 })]
  expect(linearize(register, operations)).toEqual({ ok: false, reached: [operations[0]], stuckAt: [operations[1]] })
})

test('the history of a hundred concurrent writers is searched quickly, since each state is searched once', () => {
  const writes = Array.from({ length: 100 }, (_, i) => during([0, 1_000], { write: i % 3 }))
  expect(isLinearizable(...writes, during([2_000, 2_001], { read: 2 }))).toBe(true)
})
