import { useHydrated } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

const RecentlyViewed = lazy(() =>
  import('./recently-viewed.tsx').then((module) => ({ default: module.RecentlyViewed })),
)

/** The products seen lately, fetched after everything that the page itself needs. */
export function SeenLately({ except }: { except?: string }) {
  if (!useHydrated()) return null
  return (
    <Suspense>
      <RecentlyViewed except={except} />
    </Suspense>
  )
}
