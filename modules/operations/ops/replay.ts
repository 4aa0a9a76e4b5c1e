import { counted } from '#core/text/counted.ts'
import { Rejection } from '#core/domain/errors.ts'
import { namesOf, seconds, withProgress, type Chosen, type OpsDeps } from './deps.ts'

/** `ops replay`: builds each read model alongside the live one and swaps, one after the other. */
export async function replayCommand(deps: OpsDeps, chosen: Chosen & { resume: boolean }): Promise<boolean> {
  const { actions, terminal, signal } = deps
  const names = chosen.resume ? await namesToResume(deps, chosen) : await namesOf(deps, chosen)
  if (names.length === 0) return true
  const replayed: { name: string; ms: number; pauseMs: number; position: number }[] = []
  for (const name of names) {
    const begun = performance.now()
    try {
      const { position, pauseMs } = await withProgress(deps, `replay ${name}`, (options) =>
        actions.replay(name, { ...options, resume: chosen.resume }),
      )
      const ms = Math.round(performance.now() - begun)
      replayed.push({ name, ms, pauseMs: Math.round(pauseMs), position })
      terminal.print(
        `${name}: replayed in ${seconds(ms)}, swapped in ${Math.round(pauseMs)} ms at position ${position}`,
      )
    } catch (error) {
      if (!signal.aborted) throw error
      const left = names.slice(replayed.length)
      terminal.print(
        `stopped; the live read models stay in use. To continue: npm run ops -- replay --resume ${left.join(' ')}`,
      )
      terminal.json({ replayed, stopped: left })
      return false
    }
  }
  terminal.json({ replayed })
  return true
}

/**
 * The given names, or all, whose replay was stopped or has failed. A replay that the running shop continues is
 * reported and left to the shop. @throws Rejection if there is none, so that nothing is built from the beginning by
 * accident
 */
async function namesToResume(deps: OpsDeps, { names, isAll }: Chosen): Promise<readonly string[]> {
  if (names.length > 0) await namesOf(deps, { names, isAll })
  const { projections } = await deps.operations.status()
  const candidates = projections.filter(({ name }) => names.length === 0 || names.includes(name))
  const left = candidates.filter(({ unfinished }) => unfinished !== undefined).map(({ name }) => name)
  const underWay = candidates.filter(({ rebuild }) => rebuild !== undefined)
  const none = names.find((name) => !left.includes(name) && !underWay.some((one) => one.name === name))
  if (none !== undefined)
    throw new Rejection('conflict', `No replay of ${none} was stopped: to build it from the beginning, omit --resume`)
  if (left.length + underWay.length === 0)
    throw new Rejection('conflict', 'No replay was stopped, so there is none to continue')
  for (const { name, rebuild } of underWay)
    deps.terminal.print(
      `${name}: the running shop continues its replay, ${rebuild?.percent ?? 0} % done; see "projections"`,
    )
  if (left.length === 0) deps.terminal.json({ replayed: [], underWay: underWay.map(({ name }) => name) })
  return left
}

/** `ops replay --dry-run`: shows what a replay would change, and swaps nothing. */
export async function dryRunCommand(deps: OpsDeps, chosen: Chosen): Promise<boolean> {
  const { actions, terminal } = deps
  const dryRuns = []
  for (const name of await namesOf(deps, chosen)) {
    const result = await withProgress(deps, `dry run of ${name}`, (options) => actions.dryRun(name, options))
    dryRuns.push({ name, ...result })
    const { position, added, removed, changed, samples } = result
    terminal.print(
      `${name}: a replay would add ${added}, remove ${removed} and change ${changed} rows (as of position ${position})`,
    )
    for (const { key, kind, fields } of samples) {
      terminal.print(`  ${kind} ${key}`)
      for (const { field, from, to } of fields) terminal.print(`    ${field}: ${shown(from)} → ${shown(to)}`)
    }
  }
  terminal.json({ rehearsed: dryRuns })
  return true
}

const longestValue = 120

function shown(value: unknown): string {
  const text = value === undefined ? '(none)' : JSON.stringify(value)
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}

/** `ops replay NAME --stream S`: replays the rows of one stream. */
export async function replayStreamCommand({ actions, terminal }: OpsDeps, name: string, stream: string) {
  const { rows, position } = await actions.repairStream(name, stream)
  terminal.print(`${name}: ${counted(rows, 'row')} of ${stream} replayed as of position ${position}`)
  terminal.json({ name, stream, rows, position })
  return true
}

export type CopyRequest = { name: string; until: number; schema: string }

/** `ops replay NAME --until … --into SCHEMA`: builds a read model as of then in a separate schema. */
export async function copyCommand(deps: OpsDeps, { name, until, schema }: CopyRequest): Promise<boolean> {
  const { actions, terminal } = deps
  const { table, rows, position } = await withProgress(deps, `${name} as of ${until}`, (options) =>
    actions.copy(name, { ...options, until, schema }),
  )
  terminal.print(`${name}: ${counted(rows, 'row')} as of position ${position} in ${table}; the live one is unchanged`)
  terminal.print(`When you are done: npm run ops -- drop-copy ${schema}`)
  terminal.json({ name, table, rows, position })
  return true
}
