import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { isLeaving } from '../../../lib/router/is-leaving.ts'
import { useGoWhenLoaded } from '../../../lib/router/use-go-when-loaded.ts'
import { loadDelayMs, wait } from '../../../lib/router/wait.ts'
import type { HistoryScreenData } from '../load-audit.ts'

/** The point in time of a history to show, and the one to compare with. */
type PointsInTime = { revision: number | undefined; at: string | undefined; compare: number | undefined }

/** The points in time shown or being loaded, and a function to choose others. */
export type PointInTimeChoice = {
  /** While a chosen time is being resolved to a revision, the one still shown. */
  revision: number
  compare: number | undefined
  /** The requested time, if the point in time was chosen by time. */
  at: string | undefined
  /** Whether the last choice is still loading, and the points in time before it are shown. */
  busy: boolean
  choose: (change: Partial<PointsInTime>) => void
}

type PointsInTimeProps = Pick<HistoryScreenData, 'state' | 'now' | 'other' | 'search'>

/** Keeps the points in time in the URL; a choice shows at once, and choices made while it loads build on it. */
export function usePointsInTime({ state, now, other, search }: PointsInTimeProps): PointInTimeChoice {
  const router = useRouter()
  const go = useGoWhenLoaded()
  const wanted = useRef<PointsInTime>(undefined)
  const [chosen, setChosen] = useState<PointsInTime>()
  // The newest revision is not pinned: what happens next is to be shown.
  const isNow = state.revision === now.revision
  const shown = { revision: isNow ? undefined : state.revision, at: undefined, compare: other?.revision }

  const latest = (all: PointsInTime) => (all.revision === now.revision ? { ...all, revision: undefined } : all)

  async function choose(change: Partial<PointsInTime>) {
    if (isLeaving(router)) return
    const all = latest({ ...shown, ...wanted.current, ...change })
    wanted.current = all
    setChosen(all)
    const here = router.latestLocation.pathname
    // A slider passes many points in time on its way to the intended one.
    await wait(loadDelayMs)
    if (wanted.current !== all) return
    if (router.latestLocation.pathname === here) {
      const { href } = router.buildLocation({
        to: '.',
        search: (before: object) => ({ ...before, ...all, part: undefined }),
      })
      // A choice made since is still waiting or loading.
      if (!(await go(href, true)) || wanted.current !== all) return
    }
    wanted.current = undefined
    setChosen(undefined)
  }
  const { revision, compare } = chosen ?? shown
  const { at } = chosen ?? search
  const newest = at === undefined ? now.revision : state.revision
  return {
    revision: revision ?? newest,
    compare,
    at,
    busy: chosen !== undefined,
    choose: (change) => void choose(change),
  }
}
