import { TooMuchAtOnce } from '../../async/byte-budget.ts'
import { refOf } from '../../event-store/codec/recorded-events.ts'
import type { FoldedPage, WritePage } from './write-page.ts'

/**
 * The same sink, which takes a page that touches too many bytes of rows by its halves, down to one event; the rows that one
 * event touches are loaded however large they are.
 */
export function inParts(write: WritePage): WritePage {
  const writePart: WritePage = async (db, page, move) => {
    try {
      return await write(db, page, move)
    } catch (error) {
      if (!(error instanceof TooMuchAtOnce) || page.events.length < 2) throw error
      const [head, tail] = halvesOf(page)
      const from = await writePart(db, head, move)
      return from && (await writePart(db, tail, { ...move, from }))
    }
  }
  return writePart
}

/** Of at least two events: the first half, which ends with its last event, and the rest. */
export function halvesOf({ events, to, last }: FoldedPage): [FoldedPage, FoldedPage] {
  const half = Math.floor(events.length / 2)
  const head = events.slice(0, half)
  const middle = head.at(-1)
  return [
    { events: head, to: middle?.position ?? 0, last: middle && refOf(middle) },
    { events: events.slice(half), to, last },
  ]
}
