import { Fragment } from 'react'
import { highlightParts } from '../../lib/format/highlight.ts'

/** A text of the search with its matches marked; whatever it contains, it is shown as text. */
export function Highlighted({ text }: { text: string }) {
  return highlightParts(text).map(({ at, marked, text: part }) => (
    <Fragment key={at}>{marked ? <mark>{part}</mark> : part}</Fragment>
  ))
}
