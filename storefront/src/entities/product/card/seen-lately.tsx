import { useHydrated } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { seenAtom } from '../stored/stored-product-atoms.ts'
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx'

const RecentlyViewed = lazyPart(() => import('../recently-viewed.tsx').then((module) => module.RecentlyViewed))

/** The recently viewed products; their code is fetched after everything else on the page. */
export function SeenLately({ except }: { except?: string }) {
  const hasSeen = useAtomValue(seenAtom).some(({ id }) => id !== except)
  if (!useHydrated() || !hasSeen) return null
  return <RecentlyViewed except={except} />
}
