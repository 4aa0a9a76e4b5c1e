import { useNavigate } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { useEffect, useRef, type RefObject } from 'react'
import { pastedCodesAtom } from '../../../lib/atoms/pasted-codes-atoms.ts'

/** Opens a list that is pasted into the field, one code a line, as a quick order. */
export function usePastedCodes(input: RefObject<HTMLInputElement | null>, onOpen: () => void): void {
  const navigate = useNavigate()
  const setPastedCodes = useSetAtom(pastedCodesAtom)
  const opened = useRef(onOpen)
  useEffect(() => {
    opened.current = onOpen
  })
  useEffect(() => {
    const field = input.current
    function onPaste(event: ClipboardEvent) {
      const pasted = event.clipboardData?.getData('text') ?? ''
      if (pasted.trim().split('\n').length < 2) return
      event.preventDefault()
      opened.current()
      setPastedCodes({ list: pasted })
      void navigate({ to: '/quick-order' })
    }
    field?.addEventListener('paste', onPaste)
    return () => field?.removeEventListener('paste', onPaste)
  }, [input, navigate, setPastedCodes])
}
