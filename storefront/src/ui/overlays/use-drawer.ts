import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, type MouseEvent } from 'react'

/**
 * A native dialog as a drawer: opened as a modal one, it keeps the focus inside and closes on Escape, on a click on a link or on
 * the backdrop, and when another page opens, as by the browser's Back. The dialog gets `ref` and `onClick`.
 */
export function useDrawer() {
  const ref = useRef<HTMLDialogElement>(null)
  const router = useRouter()
  useEffect(() => {
    ref.current?.showModal()
    return router.subscribe('onBeforeNavigate', ({ hrefChanged }) => hrefChanged && ref.current?.close())
  }, [router])

  /** Closes the dialog natively, which returns the focus to the opener; unmounting alone would not. */
  const close = () => ref.current?.close()

  function onClick({ target }: MouseEvent) {
    if (target === ref.current || (target instanceof Element && target.closest('a'))) close()
  }
  return { ref, close, onClick }
}
