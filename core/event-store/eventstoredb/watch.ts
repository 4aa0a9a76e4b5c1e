import { END, excludeSystemEvents, streamNameFilter } from '@eventstore/db-client'
import type { EventStoreDbConnection } from './connection/connection.ts'
import { positionOf } from './events.ts'

const firstPauseMs = 200
const longestPauseMs = 5_000

/** Where it listens, and how the names of the streams begin that are listened to; to all but the server's own without. */
type Listening = { connection: EventStoreDbConnection; prefixes?: readonly string[] | undefined }

/**
 * The library does not subscribe again by itself; this does, with growing pauses, until it is stopped. The server leaves out
 * the events of others: large ones would keep everything else on the connection waiting.
 */
export function listenToEventStoreDb(listening: Listening, heard: (payload: string) => void): () => void {
  let pauseMs = firstPauseMs
  let retry: NodeJS.Timeout | undefined
  let cancel: (() => void) | undefined
  let isStopped = false

  function again(): void {
    cancel?.()
    cancel = undefined
    if (isStopped) return
    // Whoever answers from here on may be another server, or have an older copy of the log.
    heard('')
    clearTimeout(retry)
    retry = setTimeout(subscribe, pauseMs)
    retry.unref()
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }

  function subscribe(): void {
    follow(listening, heard, again).then(following, again)
  }

  function following(stop: () => void): void {
    pauseMs = firstPauseMs
    if (isStopped) stop()
    else cancel = stop
    // Something may have come before it listened.
    heard('')
  }

  subscribe()
  return () => {
    isStopped = true
    clearTimeout(retry)
    cancel?.()
  }
}

const confirmMs = 5_000

/** Resolves to what ends it once the server has confirmed the subscription. */
function follow(
  { connection, prefixes }: Listening,
  heard: (payload: string) => void,
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
    // Without a listener for errors the process would end. A slow reader, too, is told by one.
    subscription
      .on('confirmation', resolve)
      .on('error', over)
      .on('end', () => over())
    subscription.on('data', ({ event }) => heard(String(positionOf(event) ?? '')))
    await confirmed
    return cancel
  })
  return following.catch((error: unknown) => {
    cancel?.()
    throw error
  })
}

/** Checkpoints are not used, so they are asked for as seldom as may be. */
function filterOf(prefixes: readonly string[] | undefined) {
  const rare = { checkpointInterval: 1_000 }
  return prefixes === undefined ? excludeSystemEvents(rare) : streamNameFilter({ ...rare, prefixes: [...prefixes] })
}
