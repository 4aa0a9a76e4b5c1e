export type FollowNeeds = {
  /** Looks once; resolves to whether anything is new. */
  look: () => Promise<boolean>
  /** Runs a task later; returns the function that calls it off. */
  later: (task: () => void, milliseconds: number) => () => void
}

/** What follows something that changes elsewhere. */
export type Following = {
  /** Somebody is looking (again): asks at once, and often from now on. */
  wake: () => void
  /** Nobody is looking: asks no more until woken. */
  rest: () => void
}

const firstWaitMs = 10_000
const longestWaitMs = 120_000

/** Asks again and again: soon after a change, less and less often while there is none or no answer. */
export function follow({ look, later }: FollowNeeds): Following {
  let callOff: (() => void) | undefined
  let waitMs = firstWaitMs
  let turn = 0

  async function ask() {
    const mine = (turn += 1)
    const isNew = await look().catch(() => false)
    if (mine !== turn) return
    waitMs = isNew ? firstWaitMs : Math.min(waitMs * 1.5, longestWaitMs)
    callOff = later(() => void ask(), waitMs)
  }
  function rest() {
    turn += 1
    callOff?.()
  }
  function wake() {
    rest()
    waitMs = firstWaitMs
    void ask()
  }
  return { wake, rest }
}
