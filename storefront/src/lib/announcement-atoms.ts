import { atom, useSetAtom } from 'jotai'
import { useEffect } from 'react'

/** What a screen reader is told next, politely; the layout holds the live region. */
export const announcementAtom = atom('')

/** Tells a screen reader this text whenever it changes, such as `12 products`. */
export function useAnnouncement(text: string): void {
  const announce = useSetAtom(announcementAtom)
  useEffect(() => {
    if (text !== '') announce(text)
  }, [text, announce])
}
