import { Fragment } from 'react'
import { highlightParts } from '../../lib/format/highlight.ts'

/** A search result's text with its matches marked; any other markup in it is shown as text. */
export function Highlighted({ text }: { text: string }) {
  return highlightParts(text).map(({ at, marked, text: part }) => (
    <Fragment key={at}>{marked ? <mark>{part}</mark> : part}</Fragment>
  ))
}
