import { columns, type Terminal } from '#core/cli/terminal.ts'
import { Rejection } from '#core/errors.ts'
import type { ProjectionOperations } from './runner/operations.ts'
import type { ProjectionStatus } from './runner/status.ts'
import type { Verification } from './runner/verify.ts'

type Needs = { operations: ProjectionOperations; terminal: Terminal; signal: AbortSignal }
type Chosen = { names: readonly string[]; isAll: boolean }

/** `ops projections`: how every read model and every reactor stands. */
export async function projectionsCommand({ operations, terminal }: Needs): Promise<boolean> {
  const status = await operations.status()
  terminal.json(status)
  const rows = [headings('projection'), ...status.projections.map(rowOf)]
  if (status.reactors.length > 0) rows.push(headings('reactor'), ...status.reactors.map(rowOf))
  for (const line of columns(rows)) terminal.print(line)
  for (const { name, error } of [...status.projections, ...status.reactors]) {
    if (error) terminal.print(`${name}: ${JSON.stringify(error)}`)
  }
  terminal.print(`head: ${status.head}`)
  return true
}

function headings(kind: string): string[] {
  return [kind, 'version', 'status', 'position', 'lag', 'events/s', 'updated']
}

function rowOf(projection: ProjectionStatus): string[] {
  const { name, version, status, position, lag, eventsPerSecond, updatedAt, rebuild } = projection
  const standing = rebuild ? `${status} ${rebuild.percent}%` : status
  return [name, String(version), standing, String(position), String(lag), String(eventsPerSecond), updatedAt]
}

/** `ops retry`: lets a failed projection or reactor try again; false where it has not failed. */
export async function retryCommand({ operations, terminal }: Needs, name: string): Promise<boolean> {
  const isRetried = await operations.retry(name)
  terminal.print(isRetried ? `${name}: tries again` : `${name}: has not failed`)
  terminal.json({ name, retried: isRetried })
  return isRetried
}

/** `ops replay`: rebuilds beside the live one and swaps, one after the other. */
export async function replayCommand(needs: Needs, chosen: Chosen): Promise<boolean> {
  const { operations, terminal, signal } = needs
  const replayed: { name: string; ms: number }[] = []
  for (const name of await namesOf(needs, chosen)) {
    const progress = terminal.progress(`replay ${name}`)
    const begun = performance.now()
    try {
      await operations.rebuild(name, { signal, onProgress: ({ position, total }) => progress.update(position, total) })
    } finally {
      progress.stop()
    }
    const ms = Math.round(performance.now() - begun)
    replayed.push({ name, ms })
    terminal.print(`${name}: rebuilt and swapped in ${(ms / 1000).toFixed(1)} s`)
  }
  terminal.json({ replayed })
  return true
}

/** `ops verify`: folds the log and compares with what is live; false where anything differs. */
export async function verifyCommand(needs: Needs, chosen: Chosen): Promise<boolean> {
  const { operations, terminal, signal } = needs
  const verified: (Verification & { name: string })[] = []
  for (const name of await namesOf(needs, chosen)) {
    const progress = terminal.progress(`verify ${name}`)
    try {
      const onProgress = ({ position, total }: { position: number; total: number }) => progress.update(position, total)
      verified.push({ name, ...(await operations.verify(name, { signal, onProgress })) })
    } finally {
      progress.stop()
    }
  }
  for (const { name, ok, position, missing, extra, different } of verified) {
    terminal.print(`${name}: ${ok ? 'as the log says' : 'differs from the log'}, up to position ${position}`)
    for (const [what, keys] of Object.entries({ missing, extra, different }))
      if (keys.length > 0) terminal.print(`  ${what}: ${keys.join(', ')}`)
  }
  terminal.json({ verified })
  return verified.every(({ ok }) => ok)
}

async function namesOf({ operations }: Needs, { names, isAll }: Chosen): Promise<readonly string[]> {
  if (names.length > 0 === isAll) throw new Rejection('invalid', 'Name the projections, or say --all')
  return isAll ? (await operations.status()).projections.map(({ name }) => name) : names
}
