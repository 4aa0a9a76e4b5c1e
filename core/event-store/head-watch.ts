import type { Listener } from '../database/listener.ts'
import type { Position } from './event-store.ts'

export type HeadWatch = {
  /** `isInterrupted` where notifications may have been missed or the head decreased: the log may be a different one. */
  subscribe(listener: (isInterrupted: boolean) => void): () => void
  /** Wakes the subscribers because the log has grown to `position`, unless they have been woken for it already. */
  announce(position: Position): void
  close(): void
}

export type HeadWatchOptions = {
  listener: Pick<Listener, 'listen'>
  channel: string
  head: () => Promise<Position>
  /** The interval at which the head is read, because notifications may be lost. */
  pollMs: number
  /**
   * Whether an append may be acknowledged shortly before `readAll` returns its events. A notification of the newest
   * event then wakes subscribers once more, because the reader woken by the acknowledgement may have found nothing, and
   * the event would wait for the next poll. Set for EventStoreDB as a precaution: events there once became readable
   * only after 0.65 s, for an unknown reason. According to the server's source, the acknowledgement waits for the
   * index.
   */
  showsLate?: boolean
}

/**
 * Wakes subscribers once for each growth of the log, whichever reports it first: this process, a notification or a
 * poll.
 */
export function openHeadWatch(options: HeadWatchOptions): HeadWatch {
  const subscribers = new Set<(isInterrupted: boolean) => void>()
  const wake = (isInterrupted: boolean) => subscribers.forEach((subscriber) => subscriber(isInterrupted))
  const growth = growthOf(options, wake)
  let stop: (() => void) | undefined

  function close(): void {
    stop?.()
    stop = undefined
    subscribers.clear()
  }

  return {
    announce: growth.announce,
    close,
    subscribe(subscriber) {
      const own: typeof subscriber = (isInterrupted) => subscriber(isInterrupted)
      subscribers.add(own)
      stop ??= listenAndPoll(options, { ...growth, missed: () => wake(true) })
      return () => {
        if (subscribers.delete(own) && subscribers.size === 0) close()
      }
    },
  }
}

/** Merges what the three sources report about the end of the log. */
function growthOf({ head, showsLate }: HeadWatchOptions, wake: (isInterrupted: boolean) => void) {
  let known: Position = 0
  let lastNotified: Position = 0

  function announce(position: Position): void {
    if (position <= known) return
    known = position
    wake(false)
  }

  /** A notification of EventStoreDB comes from a subscription to the log, so the event can be read by now. */
  function notified(position: Position): void {
    const isNewest = position === known && position > lastNotified
    lastNotified = position
    if (isNewest && showsLate === true) return wake(false)
    announce(position)
  }

  async function poll(): Promise<void> {
    // An announcement that arrives while the head is being read may be newer than the result.
    const before = known
    const position = await head()
    if (position >= before) return announce(position)
    known = position
    wake(true)
  }

  return { announce, notified, poll }
}

type Watching = { notified: (position: Position) => void; poll: () => Promise<void>; missed: () => void }

function listenAndPoll(
  { listener, channel, pollMs }: HeadWatchOptions,
  { notified, poll, missed }: Watching,
): () => void {
  // An empty payload means that notifications may have been missed.
  const stopListening = listener.listen(channel, (payload) => (payload === '' ? missed() : notified(Number(payload))))
  const polling = setInterval(() => {
    poll().catch(() => undefined)
  }, pollMs)
  polling.unref()
  return () => {
    stopListening()
    clearInterval(polling)
  }
}
