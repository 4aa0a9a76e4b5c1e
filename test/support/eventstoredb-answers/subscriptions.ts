import {
  ANY,
  eventTypeFilter,
  NO_STREAM,
  START,
  streamNameFilter,
  type AllStreamSubscription,
  type StreamSubscription,
} from '@eventstore/db-client'
import { failureOf } from './normalised.ts'
import type { QuestionClient } from './asker.ts'
import type { Question } from './question.ts'
import { beyondTheEnd } from './reads.ts'

/** The notifications of a subscription so far. */
type Seen = unknown[]

export const subscriptionQuestions: readonly Question[] = [
  {
    question: 'subscribes to a stream from its start',
    ask: (asker) =>
      follow(asker, () => asker.client.subscribeToStream(asker.nameOf('order-batch'), { fromRevision: START })),
  },
  {
    question: 'subscribes to a stream that does not exist, then it begins',
    ask: (asker) =>
      follow(asker, () => asker.client.subscribeToStream(asker.nameOf('later')), {
        last: 'Asked@0',
        onCaughtUp: () => asker.append('later', [asker.event(220)], { expectedRevision: NO_STREAM }),
      }),
  },
  {
    question: 'subscribes to $all by type prefix',
    ask: (asker) =>
      follow(asker, () =>
        asker.client.subscribeToAll({
          fromPosition: START,
          filter: eventTypeFilter({ prefixes: [`Only${asker.run}`], checkpointInterval: 1 }),
        }),
      ),
  },
  {
    question: 'subscribes to $all by stream prefix with checkpoints',
    async ask(asker) {
      const seen = await follow(asker, (checkpointReached) =>
        asker.client.subscribeToAll({
          fromPosition: START,
          filter: streamNameFilter({
            prefixes: [asker.nameOf('positions')],
            maxSearchWindow: 32,
            checkpointInterval: 1,
            checkpointReached,
          }),
        }),
      )
      return [...new Set(seen)]
    },
  },
  {
    question: 'subscribes to $all from beyond its end',
    ask: (asker) => follow(asker, () => asker.client.subscribeToAll({ fromPosition: beyondTheEnd })),
  },
  {
    question: 'a call with a deadline of one millisecond',
    ask: (asker) =>
      asker.append(
        'deadline',
        Array.from({ length: 50 }, (_, i) => asker.event(300 + i)),
        { expectedRevision: ANY, deadline: 1 },
      ),
  },
]

type Until = {
  /** The last notification to wait for; `caughtUp` by default. */
  last?: string
  onCaughtUp?: () => Promise<unknown>
}

/** All notifications of a subscription, in order, up to `last` or its failure. */
async function follow(
  asker: QuestionClient,
  open: (checkpointReached: () => void) => StreamSubscription | AllStreamSubscription,
  { last = 'caughtUp', onCaughtUp }: Until = {},
): Promise<Seen> {
  const seen: Seen = []
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  const see = (notification: unknown) => {
    seen.push(notification)
    if (notification === last || typeof notification === 'object' || notification === 'end') resolve()
    if (notification === 'caughtUp') onCaughtUp?.().catch(reject)
  }
  const subscription = open(() => see('checkpoint'))
  subscription.on('confirmation', () => see('confirmation'))
  subscription.on('caughtUp', () => see('caughtUp'))
  subscription.on('fellBehind', () => see('fellBehind'))
  subscription.on('error', (error) => see(failureOf(asker, error)))
  subscription.on('end', () => see('end'))
  subscription.on('data', ({ event }) => see(event === undefined ? 'link' : `${event.type}@${event.revision}`))
  try {
    await ended
    return [...seen]
  } finally {
    await subscription.unsubscribe().catch(() => undefined)
  }
}
