import { atom, useSetAtom } from 'jotai'
import { useEffect } from 'react'

const announcedAtom = atom({ text: '', count: 0 })

/** The text of the polite live region, which the layout renders for screen readers, and the number of those before it. */
export const announcementAtom = atom(
  (get) => get(announcedAtom),
  (_get, set, text: string) => set(announcedAtom, ({ count }) => ({ text, count: count + 1 })),
)

/** Announces this text to screen readers whenever it changes, for example `12 products`. */
export function useAnnouncement(text: string): void {
  const announce = useSetAtom(announcementAtom)
  useEffect(() => {
    if (text !== '') announce(text)
  }, [text, announce])
}
