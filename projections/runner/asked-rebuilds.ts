import { EngineUnavailable, Rejection } from '#core/errors.ts'
import type { Projection } from '#core/projection.ts'
import type { Bell } from './bell.ts'
import { rebuildWhereAsked, type AskedRebuild } from './rebuild.ts'
import type { BuildContext } from './shadow.ts'

export type AskedRebuilds = {
  pollMs: number
  bell: Bell
  signal: AbortSignal
  /** Called after each rebuild, also after one that failed. */
  onRebuilt: (name: string, outcome: AskedRebuild) => Promise<void>
}

/**
 * Does the rebuilds that were asked for, one after another, and goes on with those that a process which is gone has left
 * behind, as far as they are of this code's version.
 */
export async function doAskedRebuilds(
  projections: readonly Projection[],
  context: BuildContext,
  asked: AskedRebuilds,
): Promise<void> {
  while (!asked.signal.aborted) {
    for (const projection of projections) await doAskedRebuild(projection, context, asked)
    await asked.bell.wait(asked.pollMs, asked.signal)
  }
}

async function doAskedRebuild(
  projection: Projection,
  context: BuildContext,
  { signal, onRebuilt }: AskedRebuilds,
): Promise<void> {
  const log = context.log.child({ unit: projection.name })
  try {
    const outcome = signal.aborted ? undefined : await rebuildWhereAsked(projection, context, signal)
    if (outcome === undefined || ('error' in outcome && isForAnother(outcome.error, signal))) return
    if ('error' in outcome) log.error({ err: outcome.error }, 'could not be rebuilt')
    else log.info('was rebuilt')
    await onRebuilt(projection.name, outcome)
  } catch (error) {
    if (!isForAnother(error, signal)) log.error({ err: error }, 'could not be rebuilt')
  }
}

/** A conflict means that another process is at it; a silent engine, that it is asked for again in a moment. */
function isForAnother(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted || error instanceof Rejection || error instanceof EngineUnavailable
}
