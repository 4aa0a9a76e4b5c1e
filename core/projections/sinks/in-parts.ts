import { TooMuchAtOnce } from '../../async/byte-budget.ts'
import { refOf } from '../../event-store/codec/recorded-events.ts'
import type { FoldedPage, WritePage } from './write-page.ts'

/**
 * Wraps a sink so that a page that touches too many bytes of rows is written in halves, down to one event. The rows
 * that one event touches are loaded regardless of their size.
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

/** Splits a page of at least two events. The first half ends at its last event. */
export function halvesOf({ events, to, last, ...how }: FoldedPage): [FoldedPage, FoldedPage] {
  const half = Math.floor(events.length / 2)
  const head = events.slice(0, half)
  const middle = head.at(-1)
  return [
    { events: head, to: middle?.position ?? 0, last: middle && refOf(middle), ...how },
    { events: events.slice(half), to, last, ...how },
  ]
}
