import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Selection } from './use-selection.ts'
import styles from './select-box.module.css'

type SelectBoxProps = {
  selection: Selection
  /** The key of the entry. */
  of: string
  /** The name of the entry, for screen readers. */
  name: string
  /** On a card rather than in the row of a table. */
  isOnCard?: boolean
}

/** The check box that selects one entry of a list. */
export function SelectBox({ selection, of, name, isOnCard = false }: SelectBoxProps) {
  return (
    <label className={clsx(styles['box'], isOnCard && styles['onCard'])}>
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={selection.isSelected(of)}
        onChange={() => selection.toggle(of)}
      />
    </label>
  )
}

/** The head of a card: the box that selects it, and what names it. */
export function SelectHead({ children, ...box }: Omit<SelectBoxProps, 'isOnCard'> & { children: ReactNode }) {
  return (
    <div className={styles['head']}>
      <SelectBox {...box} isOnCard />
      <div>{children}</div>
    </div>
  )
}

type SelectAllProps = {
  selection: Selection
  /** The number of entries on the page. */
  count: number
  /** A text next to the box; by default, only screen readers get one. */
  text?: string
}

/** The check box that selects all entries of a page, or none if all are selected. */
export function SelectAllBox({ selection, count, text }: SelectAllProps) {
  const isAll = selection.selected.length === count
  return (
    <label className={clsx(styles['box'], text !== undefined && styles['all'])}>
      <input
        type="checkbox"
        aria-label={text === undefined ? 'Select all rows of this page' : undefined}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = selection.selected.length > 0 && !isAll
        }}
        onChange={selection.toggleAll}
      />
      {text}
    </label>
  )
}
