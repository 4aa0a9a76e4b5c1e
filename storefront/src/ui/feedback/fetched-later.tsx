import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { networkMessage } from '../../lib/api/api-error.ts'
import { logFault } from '../../lib/log.ts'
import { useToast } from '../../lib/toast-atoms.ts'

/**
 * A part of a page whose script is fetched when it is shown first; `Meanwhile` stands for it. Where that fails the page
 * stays as it is: a part that was asked for says so and is closed, and the next time its script is fetched again.
 */
export function fetchedLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType<Props> = NotFetched,
): ComponentType<Props> {
  const open = () =>
    lazy(() => {
      askForStylesAgain()
      return load()
        .catch((error: unknown) => {
          logFault('A part of the page could not be fetched', error)
          Part = open()
          return Meanwhile
        })
        .then((part) => ({ default: part }))
    })
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

/** What fetches a part's styles with its script remembers them as asked for, and never asks again. */
const failedStyles = new Set<Element>()
if (typeof document !== 'undefined') {
  const onError = ({ target }: Event) => target instanceof HTMLLinkElement && failedStyles.add(target)
  document.addEventListener('error', onError, true)
}

function askForStylesAgain(): void {
  failedStyles.forEach((link) => link.replaceWith(link.cloneNode()))
  failedStyles.clear()
}
