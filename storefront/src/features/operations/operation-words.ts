import type { Operation, OperationsEventType } from '#modules/operations/schema.ts'
import { numberOf, textOf } from '../../lib/decode.ts'
import { countOf, formatCount } from '../../lib/format/format.ts'

type Data = Operation['data']

/** A type of operation without words does not compile. */
const endings: Readonly<Record<OperationsEventType, (data: Data) => string>> = {
  ProjectionReplayed: (data) =>
    `replayed ${of(data)}, live since position ${count(data, 'position')}; writers waited ${count(data, 'pauseMs')} ms`,
  ProjectionStreamReplayed: (data) =>
    `repaired ${counted(data, 'rows', 'row')} of ${textOf(data, 'stream')} in ${of(data)}`,
  ProjectionReplayRehearsed: (data) =>
    `ran a dry run of ${of(data)}: a replay would add ${count(data, 'added')}, remove ${count(data, 'removed')} and change ${counted(data, 'changed', 'row')}`,
  ProjectionVerified: (data) => `verified ${of(data)}: ${verdict(data)}`,
  ProjectionRolledBack: (data) => `rolled ${of(data)} back, to position ${count(data, 'position')}`,
  ProjectionCopied: (data) =>
    `copied ${of(data)} as of position ${count(data, 'until')} into ${textOf(data, 'schema')}`,
  ProjectionRetried: (data) => `retried ${of(data)}`,
  ProjectionEventSkipped: (data) =>
    `skipped the event at position ${count(data, 'position')} in ${of(data)}: ${textOf(data, 'reason')}`,
  EventLeftOut: (data) =>
    `skipped the event at position ${count(data, 'position')} everywhere: ${textOf(data, 'reason')}`,
  EventLeftOutWithdrawn: (data) =>
    `withdrew the skip of the event at position ${count(data, 'position')} everywhere: ${textOf(data, 'reason')}`,
  EventLogAdopted: (data) =>
    `accepted the event log that ends at position ${count(data, 'head')}: ${counted(data, 'lostEvents', 'event')} lost, ${counted(data, 'notificationsClosed', 'email')} closed`,
  ProjectionSkipWithdrawn: (data) =>
    `withdrew the skip of the event at position ${count(data, 'position')} in ${of(data)}: ${textOf(data, 'reason')}`,
  HeldMailsSent: (data) => `released ${counted(data, 'count', 'held email')} to be sent`,
  MailsRetried: (data) => `retried ${counted(data, 'count', 'email')}`,
  MailSentAgain: (data) => `sent an email about ${textOf(data, 'stream')} again`,
  HeldMailsDiscarded: (data) => `marked ${counted(data, 'count', 'held email')} as not sent`,
}

const attempts: Record<string, string> = {
  ProjectionReplayed: 'a replay',
  ProjectionStreamReplayed: 'a replay of one stream',
  ProjectionReplayRehearsed: 'a dry run',
  ProjectionVerified: 'a verification',
  ProjectionRolledBack: 'a rollback',
  ProjectionCopied: 'a copy',
}

/** One line of the activity list, without its time: who did what, and the outcome. */
export function wordsOf({ type, by, data }: Operation): string {
  const outcome = textOf(data, 'outcome', 'done')
  const took = durationOf(data)
  if (outcome === 'done')
    return `${by.name} ${isKnown(type) ? endings[type](data) : type}${took && `; it took ${took}`}`
  const attempt = `${attempts[type] ?? type} of ${of(data)}`
  const after = took && ` after ${took}`
  return outcome === 'stopped'
    ? `${by.name} stopped ${attempt}${after}`
    : `${by.name} began ${attempt}, which failed${after}: ${textOf(data, 'error', 'for no known reason')}`
}

/** Another version of the shop may have written other types. */
function isKnown(type: string): type is OperationsEventType {
  return Object.hasOwn(endings, type)
}

/** `0.1 s`, `12.4 s`, `3 min 5 s`; empty for operations without a duration, such as a skip. */
function durationOf(data: Data): string {
  const ms = numberOf(data, 'ms')
  if (ms === undefined) return ''
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${formatCount(Math.floor(ms / 60_000))} min ${Math.floor((ms % 60_000) / 1_000)} s`
}

/** The operations on one read model. */
export function resultsOf(operations: readonly Operation[], name: string): Operation[] {
  return operations.filter(({ data }) => of(data) === name)
}

/** A row that a comparison has found to differ: its key, and how it differs, as far as that is recorded. */
export type AffectedRow = { key: string; how: string }

/** The affected rows, as far as they are recorded. */
export function rowsOf({ data }: Operation): AffectedRow[] {
  const { keys, samples } = data
  if (Array.isArray(keys)) return keys.map((key) => ({ key: String(key), how: '' }))
  return Array.isArray(samples) ? samples.flatMap(sampledRow) : []
}

/** How many rows a comparison has found to differ. */
export function affectedRows({ data }: Operation): number {
  return comparedCounts.reduce((sum, key) => sum + (numberOf(data, key) ?? 0), 0)
}

/** Those of a verification and those of a dry run. */
const comparedCounts = ['missing', 'extra', 'different', 'added', 'removed', 'changed']

function sampledRow(sample: unknown): AffectedRow[] {
  if (typeof sample !== 'object' || sample === null) return []
  const { key, kind, fields } = Object.fromEntries(Object.entries(sample))
  const which = Array.isArray(fields) ? `: ${fields.join(', ')}` : ''
  return [{ key: String(key), how: ` would be ${String(kind)}${which}` }]
}

function of(data: Data): string {
  return textOf(data, 'projection')
}

function count(data: Data, key: string): string {
  return formatCount(numberOf(data, key) ?? 0)
}

function counted(data: Data, key: string, noun: string): string {
  return countOf(numberOf(data, key) ?? 0, noun)
}

/** The result of a verification, the events not compared, and the position at which the read model has failed. */
function verdict(data: Data): string {
  const [missing = 0, extra = 0, different = 0] = ['missing', 'extra', 'different'].map(
    (key) => numberOf(data, key) ?? 0,
  )
  const differs = missing + extra + different > 0
  const rows = `${countOf(missing, 'row')} missing, ${formatCount(extra)} too many, ${formatCount(different)} different`
  return `${differs ? rows : 'it matches the log'}${unseenIn(data)}${failureIn(data)}`
}

function unseenIn({ position, notCompared }: Data): string {
  if (typeof notCompared !== 'object' || notCompared === null) return ''
  const { from, to, events } = Object.fromEntries(Object.entries(notCompared))
  const [first, last, all] = [from, to, events].map((value) => (typeof value === 'number' ? value : 0))
  const upTo = typeof position === 'number' ? ` up to position ${formatCount(position)}` : ''
  return `${upTo}; ${countOf(all ?? 0, 'event')} from position ${formatCount(first ?? 0)} to ${formatCount(last ?? 0)} not compared`
}

function failureIn(data: Data): string {
  return numberOf(data, 'failedAt') === undefined ? '' : `; it has failed at position ${count(data, 'failedAt')}`
}
