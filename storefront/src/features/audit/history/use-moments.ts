import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { isLeaving } from '../../../lib/router/is-leaving.ts'
import { useGoWhenLoaded } from '../../../lib/router/use-go-when-loaded.ts'
import { loadDelayMs, wait } from '../../../lib/router/wait.ts'
import type { HistoryScreenData } from '../load-audit.ts'

/** Which moment of a history, and next to which other. */
type Moments = { revision: number | undefined; at: string | undefined; compare: number | undefined }

/** The moments that are shown, or will be in a second, and how to choose others. */
export type Choosing = {
  /** Until it is known which revision a time belongs to, the one that is still shown. */
  revision: number
  compare: number | undefined
  /** The time that was asked for, where it was one. */
  at: string | undefined
  /** What was chosen last is on its way; what was before is still shown. */
  busy: boolean
  choose: (change: Partial<Moments>) => void
}

/** The address says which moments are shown; a choice shows at once, and further ones go on from it while it loads. */
export function useMoments({ state, other, search }: Pick<HistoryScreenData, 'state' | 'other' | 'search'>): Choosing {
  const router = useRouter()
  const go = useGoWhenLoaded()
  const wanted = useRef<Moments>(undefined)
  const [chosen, setChosen] = useState<Moments>()
  const shown = { revision: state.revision, at: undefined, compare: other?.revision }

  async function choose(change: Partial<Moments>) {
    if (isLeaving(router)) return
    const all = { ...shown, ...wanted.current, ...change }
    wanted.current = all
    setChosen(all)
    const here = router.latestLocation.pathname
    // A slider passes many moments on its way to the one that is meant.
    await wait(loadDelayMs)
    if (wanted.current !== all) return
    if (router.latestLocation.pathname === here) {
      const { href } = router.buildLocation({ to: '.', search: (before: object) => ({ ...before, ...all }) })
      // What was chosen meanwhile waits still, or is being loaded.
      if (!(await go(href, true)) || wanted.current !== all) return
    }
    wanted.current = undefined
    setChosen(undefined)
  }
  const { revision = state.revision, compare } = chosen ?? shown
  const { at } = chosen ?? search
  return { revision, compare, at, busy: chosen !== undefined, choose: (change) => void choose(change) }
}
