import type { OperationEvent } from '../record.ts'
import type { Copied, CopyOptions } from '#core/projections/rebuild/copy.ts'
import type { RepairedStream } from '#core/projections/rebuild/repair-stream.ts'
import type { Replayed } from '#core/projections/rebuild/replay.ts'
import type { DryRun } from '#core/projections/compare/dry-run.ts'
import type { RolledBack } from '#core/projections/rebuild/rollback.ts'
import type { Verification } from '#core/projections/compare/verify.ts'

// The record of an action holds counts, keys and field names, but no value of any row.

/** The outcome of an action and its duration in milliseconds. */
export type Ended = { outcome: 'done' | 'stopped' | 'failed'; ms: number; error?: string }

export function completed(ms: number): Ended {
  return { outcome: 'done', ms }
}

/** Longer error messages are truncated in the record. */
export const longestError = 2_000

/** An abort is recorded as `stopped`, not as a failure. */
export function failed(error: unknown, ms: number): Ended {
  if (error instanceof Error && error.name === 'AbortError') return { outcome: 'stopped', ms }
  return { outcome: 'failed', ms, error: String(error instanceof Error ? error.message : error).slice(0, longestError) }
}

export function replayed(name: string, ended: Ended, done?: Replayed): OperationEvent {
  const result = done && { position: done.position, pauseMs: Math.round(done.pauseMs) }
  return { type: 'ProjectionReplayed', data: { projection: name, ...ended, ...result } }
}

export function dryRunEnded(name: string, ended: Ended, done?: DryRun): OperationEvent {
  const { position, added, removed, changed } = done ?? {}
  const samples = done?.samples.map(({ key, kind, fields }) => ({
    key,
    kind,
    fields: fields.map(({ field }) => field),
  }))
  const result = done && { position, added, removed, changed, samples }
  return { type: 'ProjectionReplayRehearsed', data: { projection: name, ...ended, ...result } }
}

const maxKeys = 20

export function verified(name: string, ended: Ended, done?: Verification): OperationEvent {
  const result = done && {
    position: done.position,
    head: done.head,
    ...(done.notCompared && { notCompared: done.notCompared }),
    ...(done.failure && { failedAt: done.failure.event?.position ?? done.position }),
    missing: done.missing.length,
    extra: done.extra.length,
    different: done.different.length,
    keys: [...done.missing, ...done.extra, ...done.different].slice(0, maxKeys),
  }
  return { type: 'ProjectionVerified', data: { projection: name, ...ended, ...result } }
}

export function copied(
  { name, until, schema }: CopyOptions & { name: string },
  ended: Ended,
  done?: Copied,
): OperationEvent {
  const result = done && { rows: done.rows }
  return { type: 'ProjectionCopied', data: { projection: name, until, schema, ...ended, ...result } }
}

export function streamReplayed(
  { name, stream }: { name: string; stream: string },
  ended: Ended,
  done?: RepairedStream,
): OperationEvent {
  const result = done && { rows: done.rows }
  return { type: 'ProjectionStreamReplayed', data: { projection: name, stream, ...ended, ...result } }
}

export function rolledBack(name: string, ended: Ended, done?: RolledBack): OperationEvent {
  return { type: 'ProjectionRolledBack', data: { projection: name, ...ended, ...done } }
}
