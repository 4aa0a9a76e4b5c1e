import { expect, test } from 'vitest'
import { EngineUnavailable } from '../../domain/errors.ts'
import { appendQueue } from './append-queue.ts'
import type { PreparedAppend } from '../codec/prepared-append.ts'

function append(stream: string, changes: Partial<PreparedAppend> = {}): PreparedAppend {
  return {
    stream,
    expected: 'any',
    events: [{ id: `id of ${stream}`, type: 'T', data: '', metadata: '' }],
    bytes: 10,
    ...changes,
  }
}

/** Resolves every append to its stream, or calls `underWay` first; records which streams were batched together. */
function engine(underWay: (streams: readonly string[]) => void = () => undefined) {
  const batches: string[][] = []
  const queue = appendQueue(async (batch) => {
    const streams = batch.map(({ stream }) => stream)
    batches.push(streams)
    underWay(streams)
    await new Promise((resolve) => setImmediate(resolve))
    return streams
  })
  return { batches, queue }
}

test('batches concurrent appends, and those that arrive during a batch in the next one', async () => {
  const later: Promise<string>[] = []
  const { batches, queue } = engine((streams) => {
    if (streams.includes('a')) later.push(queue.add(append('d')), queue.add(append('e')))
  })
  expect(await Promise.all(['a', 'b', 'c'].map((stream) => queue.add(append(stream))))).toEqual(['a', 'b', 'c'])
  expect(await Promise.all(later)).toEqual(['d', 'e'])
  expect(batches).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e'],
  ])
})

test('batches callers together again that append again as soon as they get their result', async () => {
  const { batches, queue } = engine()
  const call = async (name: string) => {
    for (const round of [1, 2, 3]) await queue.add(append(`${name}${round}`))
  }
  await Promise.all(['a', 'b'].map(call))
  expect(batches).toEqual([
    ['a1', 'b1'],
    ['a2', 'b2'],
    ['a3', 'b3'],
  ])
})

test('no batch contains a stream or an event id twice, and a stream keeps its order', async () => {
  const { batches, queue } = engine()
  const impostor = append('twin', { events: append('b').events })
  const all = [append('a'), append('b'), append('a'), append('a'), impostor, append('twin')]
  await Promise.all(all.map((one) => queue.add(one)))
  expect(batches).toEqual([
    ['a', 'b'],
    ['a', 'twin'],
    ['a', 'twin'],
  ])
})

test('bounds a batch in number and bytes, and still writes a larger append', async () => {
  const { batches, queue } = engine()
  const many = Array.from({ length: 300 }, (_, i) => append(`s${i}`))
  const large = ['x', 'y', 'z'].map((stream) => append(stream, { bytes: 600_000 }))
  await Promise.all([...many, ...large].map((one) => queue.add(one)))
  expect(batches.map((batch) => batch.length)).toEqual([256, 45, 1, 1])
})

test('an append that fails does not affect the others of its batch', async () => {
  const { queue } = engine((streams) => {
    if (streams.includes('bad')) throw new Error('bad')
  })
  const outcomes = await Promise.allSettled(['a', 'bad', 'b'].map((stream) => queue.add(append(stream))))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('an append without an outcome is an error, never a success', async () => {
  const queue = appendQueue<string>(async () => [])
  await expect(queue.add(append('a'))).rejects.toThrow(/no outcome/)
})

test('when the engine is down, refuses waiting appends at once, with nothing written', async () => {
  const waiting: Promise<PromiseSettledResult<string>[]>[] = []
  const { batches, queue } = engine((streams) => {
    if (!streams.includes('sent')) return
    waiting.push(Promise.allSettled([queue.add(append('waiting'))]))
    throw new EngineUnavailable('database', { outcome: 'unknown' })
  })
  await expect(queue.add(append('sent'))).rejects.toMatchObject({ outcome: 'unknown' })
  expect(await Promise.all(waiting)).toMatchObject([[{ reason: { name: 'EngineUnavailable', outcome: 'none' } }]])
  expect(await queue.add(append('later'))).toBe('later')
  expect(batches).toEqual([['sent'], ['later']])
})

test('is idle once every append has its outcome', async () => {
  const { queue } = engine()
  await queue.idle()
  const outcomes: string[] = []
  for (const stream of ['a', 'a', 'b']) void queue.add(append(stream)).then((outcome) => outcomes.push(outcome))
  await queue.idle()
  expect(outcomes).toEqual(['a', 'b', 'a'])
})
