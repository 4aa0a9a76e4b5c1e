import { randomFrom } from '#test/support/random.ts'

/** A disturbance. `victim` is the number of a process, and durations are in ms. */
export type Fault = { afterMs: number; victim: number } & (
  | { do: 'kill' }
  /** Suspends the process. */
  | { do: 'freeze'; forMs: number }
  /** Suspends the process that next moves a checkpoint, right before it does; `victim` means nothing. */
  | { do: 'freeze at a write'; forMs: number }
  /** Suspends every engine, as the process sees it. */
  | { do: 'freeze engines'; forMs: number }
  /** Holds the lock that every append needs. */
  | { do: 'hold the log'; forMs: number }
  | { do: 'cut connections' | 'lose a reply' }
)

/** What happens to the processes while the clients are at work, one after another. */
export type Schedule = {
  seed: number
  faults: readonly Fault[]
  /** The clients continue after the last fault until so many calls are answered, which takes long on a busy machine. */
  answers: number
}

/** `longestMs`: the longest that a process or an engine is frozen. */
export type ScheduleSize = { kills: number; mostOthers: number; longestMs: number; answers: number }

export const processes = 2

/** The same for the same seed and size. */
export function scheduleOf(seed: number, { kills, mostOthers, longestMs, answers }: ScheduleSize): Schedule {
  const random = randomFrom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const others = below(mostOthers + 1)
  const isKill = shuffled(
    Array.from({ length: kills + others }, (_, i) => i < kills),
    below,
  )
  const faults = isKill.map((kill): Fault => {
    const at = { afterMs: 50 + below(1_200), victim: below(processes) }
    return kill ? { ...at, do: 'kill' } : { ...at, ...otherFault(below, longestMs) }
  })
  return { seed, faults, answers }
}

function otherFault(below: (count: number) => number, longestMs: number) {
  const forMs = 200 + below(longestMs)
  switch (below(7)) {
    case 0:
    case 1:
      // Often longer than a lease lasts, so that another process takes over.
      return { do: 'freeze', forMs } as const
    case 2:
      return { do: 'freeze engines', forMs } as const
    case 3:
      return { do: 'hold the log', forMs: forMs / 2 } as const
    case 4:
      return { do: 'cut connections' } as const
    case 5:
      // In the long form long enough for another process to take over.
      return { do: 'freeze at a write', forMs: longestMs } as const
    default:
      return { do: 'lose a reply' } as const
  }
}

function shuffled<T>(items: T[], below: (count: number) => number): T[] {
  return items
    .map((item) => ({ item, place: below(1_000_000) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
