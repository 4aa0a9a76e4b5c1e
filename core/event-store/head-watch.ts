import type { Listener } from '../database/listener.ts'
import type { Position } from './event-store.ts'

export type HeadWatch = {
  subscribe(listener: () => void): () => void
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
}

/** Wakes subscribers once for each growth of the log, whoever hears of it first: this process, a notification, the poll. */
export function openHeadWatch(options: HeadWatchOptions): HeadWatch {
  const subscribers = new Set<() => void>()
  let known: Position = 0
  let stop: (() => void) | undefined

  function wake(): void {
    for (const subscriber of subscribers) subscriber()
  }

  function announce(position: Position): void {
    if (position <= known) return
    known = position
    wake()
  }

  function close(): void {
    stop?.()
    stop = undefined
    subscribers.clear()
  }

  return {
    announce,
    close,
    subscribe(subscriber) {
      const own = () => subscriber()
      subscribers.add(own)
      stop ??= listenAndPoll(options, announce, wake)
      return () => {
        if (subscribers.delete(own) && subscribers.size === 0) close()
      }
    },
  }
}

function listenAndPoll(
  { listener, channel, head, pollMs }: HeadWatchOptions,
  announce: (position: Position) => void,
  wake: () => void,
): () => void {
  // An empty payload means that notifications may have been missed.
  const stopListening = listener.listen(channel, (payload) => (payload === '' ? wake() : announce(Number(payload))))
  const poll = setInterval(() => {
    head().then(announce, () => undefined)
  }, pollMs)
  poll.unref()
  return () => {
    stopListening()
    clearInterval(poll)
  }
}
