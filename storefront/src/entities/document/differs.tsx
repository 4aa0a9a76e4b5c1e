import type { ReactNode } from 'react'
import * as styles from './document.module.css'

type DiffersProps = {
  /** The fields of the state, or the beginnings of their names, that `children` show. */
  fields: readonly string[]
  differing: ReadonlySet<string>
  children: ReactNode
}

/** A part of a past state: highlighted if it is different now. */
export function Differs({ fields, differing, children }: DiffersProps) {
  const isDifferent = [...differing].some((field) => fields.some((one) => field === one || field.startsWith(`${one}.`)))
  if (!isDifferent) return children
  return (
    <div className={styles['differs']}>
      {children}
      <p className={styles['mark']}>Different now</p>
    </div>
  )
}
