import { useId, type ReactNode } from 'react'
import * as styles from './list-part.module.css'

type ListPartProps = {
  title: string
  /** The link to the whole list. */
  all: ReactNode
  /** The text to show instead of an empty list. */
  empty: string
  isEmpty: boolean
  children: ReactNode
}

/** A part of a screen with the newest items of a list. */
export function ListPart({ title, all, empty, isEmpty, children }: ListPartProps) {
  const id = useId()
  return (
    <section className={styles['part']} aria-labelledby={id}>
      <div className={styles['head']}>
        <h2 id={id}>{title}</h2>
        {!isEmpty && all}
      </div>
      {isEmpty ? <p className={styles['empty']}>{empty}</p> : children}
    </section>
  )
}
