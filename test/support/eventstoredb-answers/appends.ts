import {
  ANY,
  binaryEvent,
  NO_STREAM,
  STREAM_EXISTS,
  type AppendExpectedRevision,
  type EventData,
} from '@eventstore/db-client'
import type { QuestionClient } from './asker.ts'
import type { Question } from './question.ts'

/** The two kinds of append: over the gRPC stream that a client shares between its appends, or as a separate call. */
type Way = 'batch' | 'unary'

type Append = {
  question: string
  stream: string
  expected: AppendExpectedRevision
  events: (asker: QuestionClient, n: (number: number) => number) => EventData[]
  throws?: false
}

const of =
  (...numbers: number[]): Append['events'] =>
  (asker, n) =>
    numbers.map((number) => asker.event(n(number)))

const large =
  (number: number, bytes: number): Append['events'] =>
  (asker, n) => [asker.event(n(number), { type: 'Large', data: { x: 'x'.repeat(bytes) } })]

const first = { stream: 'order', expected: NO_STREAM } as const

const appends: readonly Append[] = [
  { ...first, question: 'append two to a new stream, expecting none', events: of(1, 2) },
  { ...first, question: 'the same again', events: of(1, 2) },
  { ...first, question: 'the same ids expecting any', expected: ANY, events: of(1, 2) },
  { ...first, question: 'the first known, the second new, expecting none', events: of(1, 3) },
  { ...first, question: 'another, expecting none', events: of(4) },
  { ...first, question: 'another, expecting revision 7', expected: 7n, events: of(5) },
  { ...first, question: 'another, expecting revision 7, not throwing', expected: 7n, events: of(5), throws: false },
  { ...first, question: 'another, expecting revision 1', expected: 1n, events: of(6) },
  {
    question: 'a stream that must exist and does not',
    stream: 'none',
    expected: STREAM_EXISTS,
    events: of(7),
  },
  { question: 'revision 0 of a stream that does not exist', stream: 'none', expected: 0n, events: of(8) },
  { question: 'nothing at all', stream: 'empty', expected: ANY, events: of() },
  { question: 'one id twice in one append', stream: 'twice', expected: NO_STREAM, events: of(9, 9) },
  { question: 'an event of 900,000 bytes', stream: 'large', expected: ANY, events: large(10, 900_000) },
  { question: 'an event of 1,200,000 bytes', stream: 'large', expected: ANY, events: large(11, 1_200_000) },
  {
    question: 'a type that begins with $',
    stream: 'system',
    expected: ANY,
    events: (asker, n) => [asker.event(n(12), { type: '$mine' })],
  },
  {
    question: 'bytes that are no JSON',
    stream: 'bytes',
    expected: ANY,
    events: () => [binaryEvent({ type: 'Bytes', data: Uint8Array.of(0, 255, 1) })],
  },
]

export const appendQuestions: readonly Question[] = (['batch', 'unary'] as const).flatMap((way) =>
  appends.map((append) => ({ question: `${way}: ${append.question}`, ask: (asker) => send(asker, way, append) })),
)

async function send(asker: QuestionClient, way: Way, { stream, expected, events, throws }: Append): Promise<unknown> {
  const n = (number: number) => (way === 'batch' ? number : 100 + number)
  return asker.append(`${stream}-${way}`, events(asker, n), {
    expectedRevision: expected,
    ...(throws === false && { throwOnAppendFailure: false }),
    ...(way === 'unary' && asker.ownCall),
  })
}
