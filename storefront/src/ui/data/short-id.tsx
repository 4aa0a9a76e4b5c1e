import { Fragment, type ReactNode } from 'react'
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
  return isLong.test(text) ? <CopiedId id={text} of={of} /> : text
}

/** A text in which each UUID is shortened, with a button to copy it. */
export function ShortIds({ text }: { text: string }) {
  const ids = idsIn(text)
  // What surrounds the ids is one part longer.
  return text.split(uuid).map((part, index) => {
    const id = ids[index]
    return (
      <Fragment key={index}>
        {part}
        {id !== undefined && <CopiedId id={id} of={`id ${shortened(id)}`} />}
      </Fragment>
    )
  })
}

/** The UUIDs in a text that is shown shortened, each with a button to copy it. */
export function CopiedIds({ text }: { text: string }) {
  return [...new Set(idsIn(text))].map((id) => <CopiedId key={id} id={id} of={`id ${shortened(id)}`} />)
}

function idsIn(text: string): readonly string[] {
  return text.match(uuid) ?? []
}

function CopiedId({ id, of }: { id: string; of: string }) {
  return (
    <WithCopy text={id} of={of}>
      <code title={id}>{shortened(id)}</code>
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
