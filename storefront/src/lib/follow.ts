export type FollowDeps = {
  /** Polls once; resolves to whether anything has changed. */
  look: () => Promise<boolean>
  /** Runs a task later; returns a function that cancels it. */
  later: (task: () => void, milliseconds: number) => () => void
}

/** Polling for changes on the server. */
export type Following = {
  /** Polls at once, and often from now on. Call it when the page becomes visible. */
  wake: () => void
  /** Stops polling until `wake`. Call it when the page is hidden. */
  pause: () => void
}

const firstWaitMs = 10_000
const longestWaitMs = 120_000

/** Polls with a growing interval, which a change resets; a failed poll counts as no change. */
export function follow({ look, later }: FollowDeps): Following {
  let cancel: (() => void) | undefined
  let waitMs = firstWaitMs
  let turn = 0

  async function poll() {
    const thisTurn = (turn += 1)
    const isNew = await look().catch(() => false)
    if (thisTurn !== turn) return
    waitMs = isNew ? firstWaitMs : Math.min(waitMs * 1.5, longestWaitMs)
    cancel = later(() => void poll(), waitMs)
  }
  function pause() {
    turn += 1
    cancel?.()
  }
  function wake() {
    pause()
    waitMs = firstWaitMs
    void poll()
  }
  return { wake, pause }
}
