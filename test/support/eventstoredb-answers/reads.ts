import { ANY, BACKWARDS, END, FORWARDS, NO_STREAM, START, type EventData, type Position } from '@eventstore/db-client'
import { read, type QuestionClient } from './asker.ts'
import type { Question } from './question.ts'

const ofStream =
  (stream: string, options: NonNullable<Parameters<QuestionClient['client']['readStream']>[1]> = {}): Question['ask'] =>
  ({ client, nameOf }) =>
    read(client.readStream(nameOf(stream), options))

const expectingNone = { expectedRevision: NO_STREAM } as const

export const readQuestions: readonly Question[] = [
  { question: 'reads a stream that does not exist', ask: ofStream('missing') },
  { question: 'reads forwards', ask: ofStream('order-batch', { fromRevision: START, direction: FORWARDS }) },
  { question: 'reads forwards one from revision 1', ask: ofStream('order-batch', { fromRevision: 1n, maxCount: 1 }) },
  { question: 'reads forwards beyond the end', ask: ofStream('order-batch', { fromRevision: 99n }) },
  {
    question: 'reads backwards from the end',
    ask: ofStream('order-batch', { fromRevision: END, direction: BACKWARDS, maxCount: 2 }),
  },
  { question: 'reads bytes', ask: ofStream('bytes-batch') },
  {
    question: 'keeps only the last two',
    async ask(asker) {
      await asker.append('short', eventsOf(asker, 200, 201, 202), expectingNone)
      await asker.client.setStreamMetadata(asker.nameOf('short'), { maxCount: 2 })
      return ofStream('short')(asker)
    },
  },
  { question: 'deletes a stream', ask: ({ client, nameOf }) => client.deleteStream(nameOf('short')) },
  { question: 'reads a deleted stream', ask: ofStream('short') },
  {
    question: 'appends to a deleted stream, expecting none',
    ask: (asker) => asker.append('short', eventsOf(asker, 203), expectingNone),
  },
  { question: 'reads it again', ask: ofStream('short') },
  { question: 'tombstones a stream', ask: ({ client, nameOf }) => client.tombstoneStream(nameOf('short')) },
  { question: 'reads a tombstoned stream', ask: ofStream('short') },
  {
    question: 'appends to a tombstoned stream',
    ask: (asker) => asker.append('short', eventsOf(asker, 204), { expectedRevision: ANY }),
  },
  { question: 'reads $all backwards: the newest two of this run', ask: newestTwo },
  { question: 'positions of one append', ask: positionsOfOneAppend },
  {
    question: 'reads $all from a position inside an event',
    ask: ({ client }) => read(client.readAll({ fromPosition: { commit: 3n, prepare: 3n }, maxCount: 1 })),
  },
  {
    question: 'reads $all from beyond its end',
    ask: ({ client }) => read(client.readAll({ fromPosition: beyondTheEnd, maxCount: 5 })),
  },
]

export const beyondTheEnd = { commit: 900_000_000_000n, prepare: 900_000_000_000n }

function eventsOf(asker: QuestionClient, ...numbers: number[]): EventData[] {
  return numbers.map((number) => asker.event(number))
}

/** Reads back further than other applications write in the meantime. */
const lookBack = { fromPosition: END, direction: BACKWARDS, maxCount: 400 } as const

async function newestTwo({ client, run }: QuestionClient): Promise<unknown> {
  const newest = await read(client.readAll(lookBack))
  return newest.filter(({ streamId }) => String(streamId).startsWith(run)).slice(0, 2)
}

async function positionsOfOneAppend(asker: QuestionClient): Promise<unknown> {
  const stream = asker.nameOf('positions')
  const events = eventsOf(asker, 210, 211, 212)
  const result = await asker.client.appendToStream(stream, events, expectingNone)
  const places: Position[] = []
  for await (const { event } of asker.client.readAll(lookBack)) {
    if (event?.streamId === stream) places.unshift(event.position)
  }
  const steps = places.slice(1).map(({ commit }, i) => commit - (places[i]?.commit ?? 0n))
  return {
    rise: places.length === events.length && steps.every((step) => step > 0n),
    commitIsPrepare: places.every(({ commit, prepare }) => commit === prepare),
    resultIsLast: result.position?.commit === places.at(-1)?.commit,
    stepsAreOne: steps.every((step) => step === 1n),
  }
}
