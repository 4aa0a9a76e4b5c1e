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
}

/** Wakes subscribers once for each growth of the log, whoever hears of it first: this process, a notification, the poll. */
export function openHeadWatch(options: HeadWatchOptions): HeadWatch {
  const subscribers = new Set<(isInterrupted: boolean) => void>()
  let known: Position = 0
  let stop: (() => void) | undefined

  function wake(isInterrupted: boolean): void {
    for (const subscriber of subscribers) subscriber(isInterrupted)
  }

  function announce(position: Position): void {
    if (position <= known) return
    known = position
    wake(false)
  }

  function wentBack(position: Position): void {
    known = position
    wake(true)
  }

  async function poll(): Promise<void> {
    // What is announced while the head is on its way may be newer than the answer.
    const before = known
    const position = await options.head()
    if (position < before) wentBack(position)
    else announce(position)
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
      const own = (isInterrupted: boolean) => subscriber(isInterrupted)
      subscribers.add(own)
      stop ??= listenAndPoll(options, { announce, poll, missed: () => wake(true) })
      return () => {
        if (subscribers.delete(own) && subscribers.size === 0) close()
      }
    },
  }
}

type Watching = { announce: (position: Position) => void; poll: () => Promise<void>; missed: () => void }

function listenAndPoll(
  { listener, channel, pollMs }: HeadWatchOptions,
  { announce, poll, missed }: Watching,
): () => void {
  // An empty payload means that notifications may have been missed.
  const stopListening = listener.listen(channel, (payload) => (payload === '' ? missed() : announce(Number(payload))))
  const polling = setInterval(() => {
    poll().catch(() => undefined)
  }, pollMs)
  polling.unref()
  return () => {
    stopListening()
    clearInterval(polling)
  }
}
