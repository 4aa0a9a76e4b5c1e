import { highlightParts } from '../lib/highlight.ts'

/** A text of the search with its matches marked; whatever it contains, it is shown as text. */
export function Highlighted({ text }: { text: string }) {
  return highlightParts(text).map((part, index) => (part.marked ? <mark key={index}>{part.text}</mark> : part.text))
}
