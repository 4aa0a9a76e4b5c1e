import { useHydrated, useRouterState } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { comparedAtom } from '../../entities/product/stored/stored-product-atoms.ts'
import { lazyPart } from '../../ui/feedback/lazy-part.tsx'

const CompareBar = lazyPart(() => import('./compare-bar.tsx').then((module) => module.CompareBar))

/** The pages where devices are chosen; the bar must not distract from the checkout or a form. */
const choosing = /^\/($|collection|products|search)/

/** The bar with the devices chosen so far, fetched only once there are any. */
export function CompareCorner() {
  const isHydrated = useHydrated()
  const count = useAtomValue(comparedAtom).length
  const isChoosing = useRouterState({ select: ({ location }) => choosing.test(location.pathname) })
  if (!isHydrated || !isChoosing || count === 0) return null
  return <CompareBar />
}
