import { EngineUnavailable, Rejection } from '#core/errors.ts'
import type { Projection } from '#core/projection.ts'
import type { Bell } from './bell.ts'
import { rebuildWhereAsked } from './rebuild.ts'
import type { BuildContext } from './shadow.ts'

export type AskedRebuilds = {
  pollMs: number
  bell: Bell
  signal: AbortSignal
  /** Called after each rebuild. */
  onRebuilt: () => void
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
    if (signal.aborted || !(await rebuildWhereAsked(projection, context, signal))) return
    log.info('was rebuilt')
    onRebuilt()
  } catch (error) {
    // A conflict means that another process is at it; a silent engine, that it is asked for again in a moment.
    if (signal.aborted || error instanceof Rejection || error instanceof EngineUnavailable) return
    log.error({ err: error }, 'could not be rebuilt')
  }
}
