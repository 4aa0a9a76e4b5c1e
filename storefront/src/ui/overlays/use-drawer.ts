import { useEffect, useRef, type MouseEvent } from 'react'

/**
 * A native dialog as a drawer: opened as a modal one, it keeps the focus inside and closes on Escape, and on a click on a link or
 * on the backdrop. The dialog gets `ref` and `onClick`.
 */
export function useDrawer() {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    ref.current?.showModal()
  }, [])

  /** Closes the dialog natively, which returns the focus to the opener; unmounting alone would not. */
  const close = () => ref.current?.close()

  function onClick({ target }: MouseEvent) {
    if (target === ref.current || (target instanceof Element && target.closest('a'))) close()
  }
  return { ref, close, onClick }
}
