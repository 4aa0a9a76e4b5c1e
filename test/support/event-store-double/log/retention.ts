import type { LoggedEvent } from './record.ts'

/** The retention settings in a stream's metadata. */
export type Retention = {
  /** Events below this revision are hidden. */
  truncateBefore: number
  maxCount: number
  maxAgeMs: number
}

const everything: Retention = { truncateBefore: 0, maxCount: Infinity, maxAgeMs: Infinity }

/** The value of `$tb` that soft-deletes a stream. */
export const softDeletion = '9223372036854775807'

export const tombstoneType = '$streamDeleted'
export const metadataType = '$metadata'

/** The stream that holds a stream's metadata; it keeps only its newest event. */
export function metastreamOf(stream: string): string {
  return `$$${stream}`
}

/** @param settings the newest event of the stream's metadata */
export function retentionOf(stream: string, settings: LoggedEvent | undefined): Retention {
  if (stream.startsWith('$$')) return { ...everything, maxCount: 1 }
  if (settings === undefined) return everything
  const { $tb, $maxCount, $maxAge } = settingsIn(settings)
  return {
    truncateBefore: numberOr($tb, 0),
    maxCount: numberOr($maxCount, Infinity),
    maxAgeMs: numberOr($maxAge, Infinity) * 1_000,
  }
}

export function settingsIn(event: LoggedEvent | undefined): Record<string, unknown> {
  if (event === undefined) return {}
  const read: unknown = JSON.parse(Buffer.from(event.data).toString('utf8'))
  return typeof read === 'object' && read !== null ? { ...read } : {}
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}

export function isSoftlyDeleted({ truncateBefore }: Retention): boolean {
  return truncateBefore >= Number(softDeletion)
}

/** The events that a reader of the stream receives. */
export function shown(events: readonly LoggedEvent[], retention: Retention): readonly LoggedEvent[] {
  const last = events.at(-1)?.revision ?? -1
  const first = Math.max(retention.truncateBefore, last + 1 - retention.maxCount)
  const youngest = Date.now() - retention.maxAgeMs
  if (first <= (events[0]?.revision ?? 0) && retention.maxAgeMs === Infinity) return events
  return events.filter(({ revision, created }) => revision >= first && created.getTime() >= youngest)
}
