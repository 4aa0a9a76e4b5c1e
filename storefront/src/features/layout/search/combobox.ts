import type { KeyboardEvent } from 'react'

/** What the list of suggestions does for the field; it is fetched when the field is first used. */
export type Combobox = {
  onKeyDown: (event: KeyboardEvent) => void
  /** Opens the active option; returns false where there is none. */
  choose: () => boolean
}

/** What the field says about the list: the id of the active option, if any; undefined while no list is shown. */
export type ShownList = { activeId: string | undefined } | undefined
