import type { Listener } from '../database/listener.ts'
import type { Position } from './event-store.ts'

export type HeadWatch = {
  /** `isInterrupted` where notifications may have been missed or the head went back: the log may be another one. */
  subscribe(listener: (isInterrupted: boolean) => void): () => void
  /** Tells the subscribers that the log has grown to `position`, unless they know. */
  announce(position: Position): void
  close(): void
}

export type HeadWatchOptions = {
  listener: Pick<Listener, 'listen'>
  channel: string
  head: () => Promise<Position>
  /** How often the head is asked for, because a notification may be missed. */
  pollMs: number
  /**
   * Whether an append may be answered a moment before `readAll` shows its events: then a notification of the newest event wakes
   * once more, because the reader that the answer woke may have found nothing, and the event would wait for the next poll.
   * Set for EventStoreDB as a precaution: events were seen to be searchable only after 0.65 s there, from a cause that was not
   * seen. By the sources of the server, its answer waits for the index.
   */
  showsLate?: boolean
}

/** Wakes subscribers once for each growth of the log, whoever hears of it first: this process, a notification, the poll. */
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

/** What is known of the log's end, from each of those who tell of it. */
function growthOf({ head, showsLate }: HeadWatchOptions, wake: (isInterrupted: boolean) => void) {
  let known: Position = 0
  let lastNotified: Position = 0

  function announce(position: Position): void {
    if (position <= known) return
    known = position
    wake(false)
  }

  /** Somebody reads the log up to here already: the notification comes from there. */
  function notified(position: Position): void {
    const isNewest = position === known && position > lastNotified
    lastNotified = position
    if (isNewest && showsLate === true) return wake(false)
    announce(position)
  }

  async function poll(): Promise<void> {
    // What is announced while the head is on its way may be newer than the answer.
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
