import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { StreamConflict, type EventStore, type NewEvent } from '#core/event-store/event-store.ts'
import { eventOf } from '#test/support/event-store/event-stores.ts'
import { newStream } from './contract-streams.ts'

export function describeAppend(opened: () => EventStore): void {
  describe('append', () => {
    test('writes the first events of a stream, which read back unchanged', async () => {
      const stream = newStream()
      const given = [eventOf('Opened', { by: 'hand' }), eventOf('Closed')]
      const { revision, position } = await opened().append(stream, 'no-stream', given)
      const recorded = await opened().readStream(stream)
      expect(recorded).toEqual([
        { ...given[0], stream, revision: 0, position: expect.any(Number), at: expect.any(String) },
        { ...given[1], stream, revision, position, at: expect.any(String) },
      ])
      for (const { at } of recorded) expect(new Date(at).toISOString()).toBe(at)
      expect(await opened().head()).toBe(position)
    })

    test('continues a stream at the expected revision', async () => {
      const stream = newStream()
      const first = await opened().append(stream, 'no-stream', [eventOf('One'), eventOf('Two')])
      const second = await opened().append(stream, first.revision, [eventOf('Three')])
      expect([first.revision, second.revision]).toEqual([1, 2])
      expect(second.position).toBeGreaterThan(first.position)
    })

    test('appends to a stream at any revision when any is expected', async () => {
      const stream = newStream()
      expect(await opened().append(stream, 'any', [eventOf('One')])).toMatchObject({ revision: 0 })
      expect(await opened().append(stream, 'any', [eventOf('Two')])).toMatchObject({ revision: 1 })
    })

    test.each([
      { expected: 'no-stream', length: 1 },
      { expected: 0, length: 2 },
      { expected: 5, length: 1 },
      { expected: 0, length: 0 },
    ] as const)('expecting $expected, refuses a stream of $length events and writes nothing', async (row) => {
      const stream = newStream()
      for (let i = 0; i < row.length; i++) await opened().append(stream, 'any', [eventOf('Before')])
      const head = await opened().head()
      const refusal = opened().append(stream, row.expected, [eventOf('After'), eventOf('After')])
      await expect(refusal).rejects.toThrow(StreamConflict)
      await expect(refusal).rejects.toMatchObject({ stream, expected: row.expected, actual: row.length - 1 })
      expect(await opened().readStream(stream)).toHaveLength(row.length)
      expect(await opened().head()).toBe(head)
    })

    test('lets exactly one win of many that expect the same revision', async () => {
      const stream = newStream()
      const tries = Array.from({ length: 20 }, () => opened().append(stream, 'no-stream', [eventOf('Won')]))
      const outcomes = await Promise.allSettled(tries)
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await opened().readStream(stream)).toHaveLength(1)
    })

    test('gives each of many simultaneous appends its own outcome', async () => {
      const taken = newStream()
      await opened().append(taken, 'no-stream', [eventOf('Before')])
      const streams = Array.from({ length: 40 }, newStream)
      const tries = streams.flatMap((stream) => [
        opened().append(stream, 'no-stream', [eventOf('One', { stream }), eventOf('Two', { stream })]),
        opened().append(taken, 'no-stream', [eventOf('Late')]),
        opened().append(stream, 'no-stream', []),
      ])
      const outcomes = await Promise.allSettled(tries)
      expect(outcomes.map(({ status }) => status)).toEqual(streams.flatMap(() => ['fulfilled', 'rejected', 'rejected']))
      for (const stream of streams) {
        const recorded = await opened().readStream(stream)
        expect(recorded.map(({ type, data }) => [type, data])).toEqual([
          ['One', { stream }],
          ['Two', { stream }],
        ])
      }
    })

    const anyJson = fc.dictionary(
      fc.string({ unit: 'grapheme' }),
      fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 4 }),
    )

    test('stores any JSON unchanged', async () => {
      await fc.assert(
        fc.asyncProperty(anyJson, async (data) => {
          const stream = newStream()
          await opened().append(stream, 'no-stream', [eventOf('Written', data)])
          expect((await opened().readStream(stream))[0]?.data).toEqual(JSON.parse(JSON.stringify(data)))
        }),
        { numRuns: 50, seed: 20_261_120 },
      )
    })

    test('stores long and unusual text and extreme numbers unchanged', async () => {
      const data = {
        devanagari: 'रक्तचाप मापक यंत्र',
        tamil: 'இரத்த அழுத்த மானி',
        emoji: '👩🏽‍⚕️🩺',
        direction: '\u202Eabc\u202C',
        control: '\u0001\t\r\n\u007F\uFEFF',
        escapes: String.raw`\u0000 \\ \ud800 "'`,
        decomposed: 'e\u0301',
        long: 'ड'.repeat(200_000),
        numbers: [0, -1, 0.1, 1e-7, 1e308, 5e-324, Number.MAX_SAFE_INTEGER],
        nothing: { empty: '', list: [], object: {}, null: null, no: false },
        ['__proto__']: { 'a.b': 1 },
      }
      const stream = newStream()
      await opened().append(stream, 'no-stream', [eventOf('Written', data)])
      expect((await opened().readStream(stream))[0]?.data).toEqual(data)
    })
  })
}

export function describeRepetition(opened: () => EventStore): void {
  describe('append of the same events again', () => {
    test.each(['no-stream', 'any'] as const)(
      'expecting %s, succeeds, returns the first position and writes nothing',
      async (expected) => {
        const stream = newStream()
        const events = [eventOf('One'), eventOf('Two')]
        const first = await opened().append(stream, expected, events)
        expect(await opened().append(stream, expected, events)).toEqual(first)
        expect(await opened().readStream(stream)).toHaveLength(2)
        expect(await opened().head()).toBe(first.position)
      },
    )

    test('succeeds even when the stream has grown since', async () => {
      const stream = newStream()
      await opened().append(stream, 'no-stream', [eventOf('Before')])
      const events = [eventOf('One'), eventOf('Two')]
      const first = await opened().append(stream, 0, events)
      await opened().append(stream, 2, [eventOf('After')])
      expect(await opened().append(stream, 0, events)).toEqual(first)
      expect(await opened().readStream(stream)).toHaveLength(4)
    })

    test('succeeds for all simultaneous callers', async () => {
      const stream = newStream()
      const events = [eventOf('One')]
      const all = await Promise.all(Array.from({ length: 10 }, () => opened().append(stream, 'no-stream', events)))
      expect(new Set(all.map(({ position }) => position)).size).toBe(1)
      expect(await opened().readStream(stream)).toHaveLength(1)
    })

    test('is a conflict if only some of the events are known', async () => {
      const stream = newStream()
      const known = eventOf('Known')
      await opened().append(stream, 'no-stream', [known])
      await expect(opened().append(stream, 'no-stream', [known, eventOf('New')])).rejects.toThrow(StreamConflict)
      await expect(opened().append(stream, 'no-stream', [eventOf('New'), known])).rejects.toThrow(StreamConflict)
      expect(await opened().readStream(stream)).toHaveLength(1)
    })

    test('is a conflict if another revision is expected', async () => {
      const stream = newStream()
      const events = [eventOf('One')]
      await opened().append(stream, 'no-stream', events)
      await opened().append(stream, 0, [eventOf('Two')])
      await expect(opened().append(stream, 7, events)).rejects.toMatchObject({ actual: 1 })
    })
  })
}

/** An event with a value that the type checker would reject, such as one that came in as `any`. */
function unfit(value: unknown): NewEvent {
  return Object.assign(eventOf('Unfit'), { data: { value } })
}

export function describeBadInput(opened: () => EventStore): void {
  describe('append of what cannot be stored', () => {
    const circular: Record<string, unknown> = {}
    circular['self'] = circular

    test.each<[string, NewEvent[]]>([
      ['no events at all', []],
      ['a bigint', [unfit(1n)]],
      ['a circular reference', [unfit(circular)]],
      ['a date', [unfit(new Date(0))]],
      ['a NaN', [unfit(Number.NaN)]],
      ['undefined in a list', [unfit([undefined])]],
      ['a function', [unfit(() => 1)]],
      ['an id that is no UUID', [eventOf('Unfit', {}, { id: '1' })]],
      ['an empty type', [eventOf('')]],
    ])('refuses %s as a programming error', async (_, events) => {
      const head = await opened().head()
      await expect(opened().append(newStream(), 'any', events)).rejects.toThrow(TypeError)
      expect(await opened().head()).toBe(head)
    })

    test.each([
      ['a NUL', 'a\0b'],
      ['half a surrogate pair', 'a\uD83D'],
    ])('refuses text with %s and names the field', async (_, text) => {
      const refusal = opened().append(newStream(), 'any', [eventOf('Unfit', { shipping: { city: text } })])
      await expect(refusal).rejects.toMatchObject({ code: 'invalid', errors: [{ field: 'shipping.city' }] })
    })

    test('refuses more than a million bytes, and accepts slightly less', async () => {
      const large = [eventOf('Large', { text: 'x'.repeat(990_000) })]
      const tooLarge = [eventOf('Large', { text: 'ड'.repeat(334_000) })]
      await expect(opened().append(newStream(), 'any', tooLarge)).rejects.toMatchObject({ code: 'too-large' })
      expect(await opened().append(newStream(), 'any', large)).toMatchObject({ revision: 0 })
    })

    test('refuses the same id twice in one append', async () => {
      const event = eventOf('Twin')
      await expect(opened().append(newStream(), 'any', [event, event])).rejects.toThrow(TypeError)
    })

    test('leaves out a property that is undefined', async () => {
      const stream = newStream()
      await opened().append(stream, 'any', [eventOf('Written', { there: 1, gone: undefined })])
      expect((await opened().readStream(stream))[0]?.data).toStrictEqual({ there: 1 })
    })
  })
}
