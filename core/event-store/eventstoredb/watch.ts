import { END, excludeSystemEvents, streamNameFilter } from '@eventstore/db-client'
import type { EventStoreDbConnection } from './connection/connection.ts'
import { positionOf } from './events.ts'

const firstPauseMs = 200
const longestPauseMs = 5_000

/**
 * The connection to listen on, and the stream name prefixes to filter by; without prefixes, all but the server's own
 * events.
 */
type Listening = { connection: EventStoreDbConnection; prefixes?: readonly string[] | undefined }

/**
 * The library does not resubscribe; this does, with growing pauses, until it is stopped. The server filters out foreign
 * events, because large ones would delay everything else on the connection.
 */
export function listenToEventStoreDb(listening: Listening, notify: (payload: string) => void): () => void {
  let pauseMs = firstPauseMs
  let retry: NodeJS.Timeout | undefined
  let cancel: (() => void) | undefined
  let isStopped = false

  function resubscribe(): void {
    cancel?.()
    cancel = undefined
    if (isStopped) return
    // From now on a different server may answer, or one with an older copy of the log.
    notify('')
    clearTimeout(retry)
    retry = setTimeout(subscribe, pauseMs)
    retry.unref()
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }

  function subscribe(): void {
    follow(listening, notify, resubscribe).then(following, resubscribe)
  }

  function following(stop: () => void): void {
    pauseMs = firstPauseMs
    if (isStopped) stop()
    else cancel = stop
    // Events may have arrived before the subscription was confirmed.
    notify('')
  }

  subscribe()
  return () => {
    isStopped = true
    clearTimeout(retry)
    cancel?.()
  }
}

const confirmMs = 5_000

/** Resolves to a function that ends the subscription, once the server has confirmed it. */
function follow(
  { connection, prefixes }: Listening,
  notify: (payload: string) => void,
  ended: () => void,
): Promise<() => void> {
  let cancel: (() => void) | undefined
  const following = connection.call(confirmMs, async (client, { credentials }) => {
    const filter = filterOf(prefixes)
    const subscription = client.subscribeToAll({ fromPosition: END, filter, credentials })
    const { promise: confirmed, resolve, reject } = Promise.withResolvers<void>()
    let isOver = false
    cancel = () => {
      isOver = true
      void subscription.unsubscribe().catch(() => undefined)
    }
    const over = (error?: Error) => {
      reject(error ?? new Error('the subscription has ended'))
      if (!isOver) ended()
      isOver = true
    }
    // An `error` event without a listener would end the process. The server also reports a slow reader this way.
    subscription
      .on('confirmation', resolve)
      .on('error', over)
      .on('end', () => over())
    subscription.on('data', ({ event }) => notify(String(positionOf(event) ?? '')))
    await confirmed
    return cancel
  })
  return following.catch((error: unknown) => {
    cancel?.()
    throw error
  })
}

/** Checkpoints are not used, so this requests as few as possible. */
function filterOf(prefixes: readonly string[] | undefined) {
  const rare = { checkpointInterval: 1_000 }
  return prefixes === undefined ? excludeSystemEvents(rare) : streamNameFilter({ ...rare, prefixes: [...prefixes] })
}
