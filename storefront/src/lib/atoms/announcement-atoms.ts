import { atom, useSetAtom } from 'jotai'
import { useEffect } from 'react'

/** The text of the polite live region, which the layout renders for screen readers. */
export const announcementAtom = atom('')

/** Announces this text to screen readers whenever it changes, for example `12 products`. */
export function useAnnouncement(text: string): void {
  const announce = useSetAtom(announcementAtom)
  useEffect(() => {
    if (text !== '') announce(text)
  }, [text, announce])
}
