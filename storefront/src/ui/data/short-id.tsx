import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'
import * as styles from './short-id.module.css'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const isLong = new RegExp(`^${uuid.source}$`, 'i')

/** The text with each UUID in it shortened to the last characters. */
export function shortened(text: string): string {
  return text.replaceAll(uuid, (id) => `…${id.slice(-8)}`)
}

/** A text, unchanged unless it is a UUID: then its last characters, which differ most, with a button to copy it. */
export function ShortId({ text, of }: { text: string; of: string }) {
  if (!isLong.test(text)) return text
  return (
    <WithCopy text={text} of={of}>
      <code title={text}>{shortened(text)}</code>
    </WithCopy>
  )
}

type WithCopyProps = { text: string; of: string; children: ReactNode }

/** What shows a text shortened, and a button to copy the whole text, unless nothing in it was shortened. */
export function WithCopy({ text, of, children }: WithCopyProps) {
  if (shortened(text) === text) return children
  return (
    <span className={styles['id']}>
      {children}
      <CopyButton text={text} of={of} />
    </span>
  )
}
