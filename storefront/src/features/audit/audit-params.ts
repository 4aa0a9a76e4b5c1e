import { addressText } from '../../lib/router/address-text.ts'
import { addressWhole } from '../../lib/address-whole.ts'
import type { EventFilter } from '../../lib/api/audit.ts'

/** The search parameters in the URL of the event browser: the filters, and the position before which a page begins. */
export type EventsSearch = Omit<EventFilter, 'without'> & {
  before?: number | undefined
  /** Whether the list includes the records of accesses to personal data. */
  reads?: 'shown' | undefined
}

/** Parses the search parameters of a URL; drops invalid values. */
export function readEventsSearch(search: Record<string, unknown>): EventsSearch {
  return {
    stream: addressText(search['stream'], 300),
    category: addressText(search['category'], 60),
    type: addressText(search['type'], 100),
    by: addressText(search['by'], 100),
    correlationId: addressText(search['correlationId'], 100),
    from: time(search['from']),
    to: time(search['to']),
    where: addressText(search['where'], 1_000),
    before: addressWhole(search['before']),
    reads: search['reads'] === 'shown' ? 'shown' : undefined,
  }
}

/** The search parameters in the URL of a history: the point in time shown, the point in time to compare with, and the order. */
export type HistorySearch = {
  revision?: number | undefined
  at?: string | undefined
  /** The revision to compare with. */
  compare?: number | undefined
  order?: 'oldest' | undefined
  /** The part of the list, counted from 1; without it, the one with the point in time shown. */
  part?: number | undefined
}

export function readHistorySearch(search: Record<string, unknown>): HistorySearch {
  return {
    revision: addressWhole(search['revision']),
    at: time(search['at']),
    compare: addressWhole(search['compare']),
    order: search['order'] === 'oldest' ? 'oldest' : undefined,
    part: addressWhole(search['part']),
  }
}

/** Converts the value of a date-and-time field in Indian time, such as `2026-11-20T15:00`, to an ISO time. */
export function fromIndianField(value: string): string | undefined {
  return value === '' ? undefined : time(`${value}+05:30`)
}

/** As `fromIndianField`, but the last millisecond of that minute, so that the whole minute is included. */
export function endOfIndianField(value: string): string | undefined {
  return value === '' ? undefined : time(`${value}:59.999+05:30`)
}

/** The inverse of `fromIndianField`. */
export function toIndianField(iso: string | undefined): string {
  return toIndianSecond(iso).slice(0, 16)
}

/** As `fromIndianField`, for a field with seconds: the last millisecond of that second, to include all of it. */
export function fromIndianSecond(value: string): string | undefined {
  const began = fromIndianField(value)
  return began && new Date(Date.parse(began) + 999).toISOString()
}

/** The inverse of `fromIndianSecond`. */
export function toIndianSecond(iso: string | undefined): string {
  if (iso === undefined) return ''
  const ofIndia = 5.5 * 60 * 60 * 1000
  return new Date(Date.parse(iso) + ofIndia).toISOString().slice(0, 19)
}

function time(value: unknown): string | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return at >= 0 ? new Date(at).toISOString() : undefined
}
