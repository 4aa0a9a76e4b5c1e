import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { networkMessage } from '../../lib/api/api-error.ts'
import { logFault } from '../../lib/log.ts'
import { reloadIfDeployed } from '../../lib/reload-if-deployed.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'

/**
 * A part of a page whose script is fetched when it is first shown; `Placeholder` is shown until then. If fetching fails
 * because the shop was deployed since, the page is reloaded. Otherwise the page stays unchanged, a part with `onClose`
 * shows a toast and closes, and the script is fetched again next time.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder: ComponentType<Props> = NotFetched,
): ComponentType<Props> {
  const open = () =>
    lazy(() => {
      refetchFailedStyles()
      return load()
        .catch((error: unknown) => {
          logFault('A part of the page could not be fetched', error)
          reloadIfDeployed().catch(() => undefined)
          Part = open()
          return Placeholder
        })
        .then((part) => ({ default: part }))
    })
  let Part = open()
  return (props) => (
    <Suspense fallback={Placeholder !== NotFetched && <Placeholder {...props} />}>
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

/** The preload helper of the build never fetches a style sheet twice, so failed ones are retried here. */
const failedStyles = new Set<Element>()
if (typeof document !== 'undefined') {
  const onError = ({ target }: Event) => target instanceof HTMLLinkElement && failedStyles.add(target)
  document.addEventListener('error', onError, true)
}

function refetchFailedStyles(): void {
  failedStyles.forEach((link) => link.replaceWith(link.cloneNode()))
  failedStyles.clear()
}
