import { useHydrated } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { seenAtom } from '../lib/kept/kept-atoms.ts'

const RecentlyViewed = lazy(() =>
  import('./recently-viewed.tsx').then((module) => ({ default: module.RecentlyViewed })),
)

/** The products seen lately, fetched after everything that the page itself needs. */
export function SeenLately({ except }: { except?: string }) {
  const hasSeen = useAtomValue(seenAtom).some(({ id }) => id !== except)
  if (!useHydrated() || !hasSeen) return null
  return (
    <Suspense>
      <RecentlyViewed except={except} />
    </Suspense>
  )
}
