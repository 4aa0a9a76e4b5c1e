import type { Terminal } from '#core/cli/terminal.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { AdministrationActions } from '../administration/actions.ts'
import { asOperatorError } from '#core/projections/follow/failures.ts'
import type { ProjectionOperations } from '#core/projections/admin/operations.ts'
import type { Progress } from '#core/projections/follow/progress.ts'

/** The dependencies of the operator's commands for read models. */
export type OpsDeps = {
  operations: ProjectionOperations
  actions: AdministrationActions
  terminal: Terminal
  /** Aborts at Ctrl-C. */
  signal: AbortSignal
}

export type Chosen = { names: readonly string[]; isAll: boolean }

/** The chosen names. Refuses a misspelt one before any work begins on the others. @throws Rejection */
export async function namesOf({ operations }: OpsDeps, { names, isAll }: Chosen): Promise<readonly string[]> {
  if (names.length > 0 === isAll) throw new Rejection('invalid', 'Either name the projections, or use --all')
  operations.assertKnown(names)
  return isAll ? (await operations.status()).projections.map(({ name }) => name) : names
}

type WorkOptions = {
  signal: AbortSignal
  onProgress: (progress: Progress) => void
  onWait: (reason: string) => void
}

/** Shows the progress of `work` while it runs, and what it waits for. @throws OperatorError in place of an EventFailure */
export async function withProgress<T>(
  { terminal, signal }: OpsDeps,
  label: string,
  work: (options: WorkOptions) => Promise<T>,
): Promise<T> {
  const shown = terminal.progress(label)
  try {
    const onProgress = ({ position, total, ...speed }: Progress) => shown.update(position, total, speed)
    return await work({ signal, onProgress, onWait: (reason) => shown.note(`${label} waits: ${reason}`) })
  } catch (error) {
    throw asOperatorError(error)
  } finally {
    shown.stop()
  }
}

export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
