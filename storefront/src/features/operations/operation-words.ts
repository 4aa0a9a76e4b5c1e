import type { Operation } from '#modules/operations/schema.ts'
import { numberOf, textOf } from '../../lib/decode.ts'
import { countOf, formatCount } from '../../lib/format.ts'

type Data = Operation['data']

const endings: Record<string, (data: Data) => string> = {
  ProjectionReplayed: (data) =>
    `replayed ${of(data)}, live since position ${count(data, 'position')}; writers waited ${count(data, 'pauseMs')} ms`,
  ProjectionStreamReplayed: (data) =>
    `made ${countOf(numberOf(data, 'rows') ?? 0, 'row')} of ${textOf(data, 'stream')} in ${of(data)} anew`,
  ProjectionReplayRehearsed: (data) =>
    `tried a replay of ${of(data)}: it would add ${count(data, 'added')}, remove ${count(data, 'removed')} and change ${count(data, 'changed')} rows`,
  ProjectionVerified: (data) => `verified ${of(data)}: ${verdict(data)}`,
  ProjectionRolledBack: (data) => `rolled ${of(data)} back, to position ${count(data, 'position')}`,
  ProjectionCopied: (data) =>
    `copied ${of(data)} as of position ${count(data, 'until')} into ${textOf(data, 'schema')}`,
  ProjectionRetried: (data) => `let ${of(data)} try again`,
  ProjectionEventSkipped: (data) =>
    `left the event at position ${count(data, 'position')} out of ${of(data)}: ${textOf(data, 'reason')}`,
  ProjectionSkipWithdrawn: (data) =>
    `took the event at position ${count(data, 'position')} into ${of(data)} again: ${textOf(data, 'reason')}`,
}

const attempts: Record<string, string> = {
  ProjectionReplayed: 'a replay',
  ProjectionStreamReplayed: 'a replay of one stream',
  ProjectionReplayRehearsed: 'a dry run',
  ProjectionVerified: 'a comparison',
  ProjectionRolledBack: 'a rollback',
  ProjectionCopied: 'a copy',
}

/** One line of the record, without its time: who did what, and how it ended. */
export function wordsOf({ type, by, data }: Operation): string {
  const outcome = textOf(data, 'outcome', 'done')
  if (outcome === 'done') return `${by.name} ${endings[type]?.(data) ?? type}`
  const attempt = `${attempts[type] ?? type} of ${of(data)}`
  return outcome === 'stopped'
    ? `${by.name} stopped ${attempt}`
    : `${by.name} began ${attempt}, which failed: ${textOf(data, 'error', 'for no known reason')}`
}

/** The rows that it was about, as far as the record keeps them: key, and the fields that differ. */
export function rowsOf({ data }: Operation): string[] {
  const { keys, samples } = data
  if (Array.isArray(keys)) return keys.map(String)
  return Array.isArray(samples) ? samples.map(sampleText) : []
}

function sampleText(sample: unknown): string {
  if (typeof sample !== 'object' || sample === null) return ''
  const { key, kind, fields } = Object.fromEntries(Object.entries(sample))
  return `${String(key)} would be ${String(kind)}${Array.isArray(fields) ? `: ${fields.join(', ')}` : ''}`
}

function of(data: Data): string {
  return textOf(data, 'projection')
}

function count(data: Data, key: string): string {
  return formatCount(numberOf(data, key) ?? 0)
}

function verdict(data: Data): string {
  const differing = ['missing', 'extra', 'different'].map((key) => numberOf(data, key) ?? 0)
  const [missing, extra, different] = differing.map(formatCount)
  if (differing.every((one) => one === 0)) return 'it is what the log says'
  return `${missing} rows missing, ${extra} too many, ${different} different`
}
