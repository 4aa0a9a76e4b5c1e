import { useState } from 'react'

/** The rows of a page that are selected. */
export type Selection = {
  selected: readonly string[]
  isSelected: (key: string) => boolean
  toggle: (key: string) => void
  /** Selects all rows of the page, or none if all are selected. */
  toggleAll: () => void
  clear: () => void
}

/**
 * Selects rows by key. Rows that the page no longer shows are not selected, so that a step never applies to a row that
 * is not seen.
 */
export function useSelection(keys: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const selected = keys.filter((key) => chosen.has(key))
  return {
    selected,
    isSelected: (key) => chosen.has(key),
    toggle: (key) => setChosen(new Set(chosen.has(key) ? selected.filter((one) => one !== key) : [...selected, key])),
    toggleAll: () => setChosen(new Set(selected.length === keys.length ? [] : keys)),
    clear: () => setChosen(new Set()),
  }
}
