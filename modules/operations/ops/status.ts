import { columns } from '#core/cli/terminal.ts'
import { Rejection } from '#core/domain/errors.ts'
import { everywhere } from '#core/event-store/left-out/left-out-record.ts'
import type { Json } from '#core/event-store/event-store.ts'
import type { OperationsRecord, RecordedOperation } from '../module.ts'
import type { ProjectionsStatus } from '#core/projections/admin/status.ts'
import type { OpsDeps } from './deps.ts'

type Standing = ProjectionsStatus['projections'][number]

/** `ops projections`: how every read model and every reactor stands. */
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
      `events of others passed over: ${events}, the newest at ${newest.position} (${newest.type} in ${newest.stream})`,
    )
  return true
}

function headings(kind: string): string[] {
  return [kind, 'version', 'status', 'position', 'lag', 'behind', 'events/s', 'updated']
}

function rowOf(one: Standing): string[] {
  const { name, version, status, position, lag, lagSeconds, eventsPerSecond, updatedAt, rebuild } = one
  const standing = rebuild ? `${status} ${rebuild.percent}%` : status
  const numbers = [position, lag].map(String)
  return [name, String(version), standing, ...numbers, `${lagSeconds} s`, String(eventsPerSecond), updatedAt]
}

function notesOn({ name, error, ...builds }: Standing): string[] {
  const at = error?.event && ` at position ${error.event.position} (${error.event.type} in ${error.event.stream})`
  return [...(error ? [`${name}: failed${at ?? ''}: ${error.message}`] : []), ...notesOnBuilds({ name, ...builds })]
}

function notesOnBuilds({ name, rebuild, unfinished, previous }: Omit<Standing, 'error'>): string[] {
  return [
    ...(rebuild?.waitsFor === undefined ? [] : [`${name}: the rebuild waits: ${rebuild.waitsFor}`]),
    ...(unfinished
      ? [`${name}: a rebuild ${unfinished.status} at ${unfinished.position}; replay --resume goes on`]
      : []),
    ...(previous ? [`${name}: rollback brings back version ${previous.version} of ${previous.since}`] : []),
  ]
}

type HistoryDeps = OpsDeps & { record: OperationsRecord }

/** `ops history`: who replayed, verified, skipped or rolled back what, newest first. */
export async function historyCommand(
  { operations, record, terminal }: HistoryDeps,
  { names, limit }: { names: readonly string[]; limit: number },
): Promise<boolean> {
  const { projections, reactors } = await operations.status()
  const all = [...[...projections, ...reactors].map(({ name }) => name), everywhere]
  const history = await record.history(names.length > 0 ? names : all, limit)
  // What was done with one that is there no more is still told.
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
