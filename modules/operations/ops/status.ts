import { columns } from '#core/cli/terminal.ts'
import { Rejection } from '#core/domain/errors.ts'
import { everywhere } from '#core/event-store/skipped/skip-record.ts'
import type { Json } from '#core/event-store/event-store.ts'
import type { OperationsRecord, RecordedOperation } from '../module.ts'
import type { ProjectionsStatus } from '#core/projections/admin/status.ts'
import type { OpsDeps } from './deps.ts'

type Status = ProjectionsStatus['projections'][number]

/** `ops projections`: shows the status of every read model and reactor. */
export async function projectionsCommand({ operations, terminal }: OpsDeps): Promise<boolean> {
  const status = await operations.status()
  terminal.json(status)
  const rows = [headings('projection'), ...status.projections.map(rowOf)]
  if (status.reactors.length > 0) rows.push(headings('reactor'), ...status.reactors.map(rowOf))
  for (const line of columns(rows)) terminal.print(line)
  for (const one of [...status.projections, ...status.reactors]) for (const line of notesOn(one)) terminal.print(line)
  terminal.print(`head: ${status.head}`)
  const { events, newest } = status.foreign
  if (newest !== undefined)
    terminal.print(
      `foreign events skipped: ${events}, the newest at ${newest.position} (${newest.type} in ${newest.stream})`,
    )
  return true
}

function headings(kind: string): string[] {
  return [kind, 'version', 'status', 'position', 'lag (events)', 'lag (s)', 'events/s', 'updated']
}

function rowOf(one: Status): string[] {
  const { name, version, status, position, lag, lagSeconds, eventsPerSecond, updatedAt, rebuild } = one
  const state = rebuild ? `${status} ${rebuild.percent}%` : status
  return [name, version, state, position, lag, lagSeconds, eventsPerSecond, updatedAt].map(String)
}

function notesOn({ name, error, ...builds }: Status): string[] {
  const at = error?.event && ` at position ${error.event.position} (${error.event.type} in ${error.event.stream})`
  return [...(error ? [`${name}: failed${at ?? ''}: ${error.message}`] : []), ...notesOnBuilds({ name, ...builds })]
}

function notesOnBuilds({ name, rebuild, unfinished, previous }: Omit<Status, 'error'>): string[] {
  return [
    ...(rebuild?.waitsFor === undefined ? [] : [`${name}: the replay waits: ${rebuild.waitsFor}`]),
    ...(unfinished
      ? [`${name}: a replay ${unfinished.status} at ${unfinished.position}; continue with replay --resume`]
      : []),
    ...(previous ? [`${name}: rollback restores version ${previous.version} of ${previous.since}`] : []),
  ]
}

type HistoryDeps = OpsDeps & { record: OperationsRecord }

/** `ops history`: shows who replayed, verified, skipped or rolled back what, newest first. */
export async function historyCommand(
  { operations, record, terminal }: HistoryDeps,
  { names, limit }: { names: readonly string[]; limit: number },
): Promise<boolean> {
  const { projections, reactors } = await operations.status()
  const all = [...[...projections, ...reactors].map(({ name }) => name), everywhere]
  const { operations: history } = await record.history(names.length > 0 ? names : all, { limit })
  // The history of a removed projection or reactor is still shown.
  const unknown = names.find((name) => !all.includes(name) && !history.some(({ data }) => data['projection'] === name))
  if (unknown !== undefined) throw new Rejection('not-found', `There is no ${unknown}: there are ${all.join(', ')}`)
  terminal.json({ history })
  for (const line of columns(history.map(lineOf))) terminal.print(line)
  if (history.length === 0) terminal.print('nothing yet')
  return true
}

function lineOf({ at, by, type, data }: RecordedOperation): string[] {
  const { projection, outcome, ms, ...rest } = data
  const took = typeof ms === 'number' ? `${(ms / 1_000).toFixed(1)} s` : ''
  return [at, by.name, type, textOf(projection), textOf(outcome), took, JSON.stringify(rest)]
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
