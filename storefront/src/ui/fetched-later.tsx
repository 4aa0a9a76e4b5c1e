import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { networkMessage } from '../lib/api/api-error.ts'
import { useToast } from '../lib/toast-atoms.ts'

/**
 * A part of a page whose script is fetched when it is shown first; `Meanwhile` stands for it. Where that fails the page
 * stays as it is: a part that was asked for says so and is closed, and the next time its script is fetched anew.
 */
export function fetchedLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType<Props> = NotFetched,
): ComponentType<Props> {
  const open = () =>
    lazy(() =>
      load()
        .catch(() => {
          Part = open()
          return Meanwhile
        })
        .then((part) => ({ default: part })),
    )
  let Part = open()
  return (props) => (
    <Suspense fallback={Meanwhile !== NotFetched && <Meanwhile {...props} />}>
      <Part {...props} />
    </Suspense>
  )
}

function NotFetched({ onClose }: { onClose?: () => void }) {
  const toast = useToast()
  useEffect(() => {
    if (!onClose) return
    toast.error(networkMessage)
    onClose()
  }, [onClose, toast])
  return null
}
