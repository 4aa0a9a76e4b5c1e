import { sql } from 'kysely'
import { coalesceCalls } from '../../async/coalesce.ts'
import type { Db } from '../../database/database.ts'
import { OperatorError } from '../../domain/errors.ts'
import type { EventStore } from '../../event-store/event-store.ts'
import {
  requestedChannel,
  markCheckpoint,
  nextGeneration,
  readLiveCheckpoints,
  whereAt,
  type Checkpoint,
} from '../checkpoints/checkpoints.ts'
import { judgeOf, type LogReads, type Verdict } from './judge.ts'
import type { LogDiverged } from './log-diverged.ts'

/** Compares the live checkpoints with the event log, on behalf of all subscriptions in one process. */
export type Continuity = {
  /**
   * Compares every live checkpoint. Those that do not match the log are marked as failed until they match again.
   * Resolves to the problem, `undefined` where there is none. @throws EngineUnavailable
   */
  check(): Promise<OperatorError | undefined>
  /**
   * Confirms that this read model or reactor followed this log, by a comparison no older than a poll
   * interval. `rewound` where its checkpoint was set back and must be read again.
   * @throws LogDiverged, EngineUnavailable
   */
  confirm(name: string): Promise<'same' | 'rewound'>
  /** As `confirm`, by a new comparison. */
  confirmNow(name: string): Promise<'same' | 'rewound'>
}

export type ContinuityDeps = { db: Db; store: LogReads & Pick<EventStore, 'head'> }

/** The maximum age of a comparison that `confirm` reuses. */
const freshMs = 1_000

export function createContinuity({ db, store }: ContinuityDeps): Continuity {
  let verdicts = new Map<string, Verdict>()
  let comparedAt = -Infinity

  const compare = coalesceCalls(async () => {
    const begun = performance.now()
    // A process that may not read the log must not write to it either, even with nothing to compare yet.
    await store.head()
    const judge = judgeOf(store)
    const found = new Map<string, Verdict>()
    for (const checkpoint of await liveCheckpoints(db)) {
      const verdict = await judge(checkpoint)
      await note(db, checkpoint, verdict)
      found.set(checkpoint.name, verdict)
    }
    verdicts = found
    comparedAt = begun
    return found
  })

  function outcomeOf(name: string): 'same' | 'rewound' {
    const verdict = verdicts.get(name)
    if (verdict?.kind === 'parted') throw verdict.error
    return verdict?.kind === 'rewind' ? 'rewound' : 'same'
  }

  return {
    check: async () => reasonOf(await compare()),
    async confirm(name) {
      if (performance.now() - comparedAt > freshMs) await compare()
      return outcomeOf(name)
    },
    async confirmNow(name) {
      await compare()
      return outcomeOf(name)
    },
  }
}

/** One error for the operator, which covers all checkpoints that do not match the log. */
function reasonOf(verdicts: ReadonlyMap<string, Verdict>): OperatorError | undefined {
  const parted = [...verdicts].flatMap(([name, verdict]): [string, LogDiverged][] =>
    verdict.kind === 'parted' ? [[name, verdict.error]] : [],
  )
  const [first, ...others] = parted
  if (first === undefined) return undefined
  const [, { message, remedy }] = first
  const likewise = others.length === 0 ? '' : ` The same holds for ${others.map(([name]) => name).join(', ')}.`
  return new OperatorError(`${message}${likewise}`, remedy)
}

async function liveCheckpoints(db: Db): Promise<Checkpoint[]> {
  return (await readLiveCheckpoints(db)).toSorted((a, b) => b.position - a.position)
}

/** Records the verdict, unless the checkpoint has moved since it was read. */
async function note(db: Db, checkpoint: Checkpoint, verdict: Verdict): Promise<void> {
  if (verdict.kind === 'parted') return fail(db, checkpoint, verdict.error)
  if (verdict.kind === 'unknown') await recordLast(db, checkpoint, verdict)
  if (checkpoint.error?.isOfTheLog === true) await free(db, checkpoint)
  if (verdict.kind === 'rewind') await rewind(db, checkpoint, verdict)
}

async function fail(db: Db, at: Checkpoint, parted: LogDiverged): Promise<void> {
  const message = `${parted.message} ${parted.remedy}`
  if (at.status === 'failed' && at.error?.message === message) return
  await markCheckpoint(db, at, { status: 'failed', error: { message, isOfTheLog: true } })
}

async function recordLast(db: Db, at: Checkpoint, { last }: { last: { position: number; id: string } | undefined }) {
  await sql`
    update projection_checkpoints
    set last_position = ${last?.position ?? null}, last_id = ${last?.id ?? null}, last_is_known = true
    where ${whereAt(at)} and not last_is_known`.execute(db)
}

/**
 * The right log is back. The status is `live`, because the subscription may have been idle throughout; if it is behind,
 * its position shows that it is catching up.
 */
async function free(db: Db, at: Checkpoint): Promise<void> {
  await sql`
    with freed as (
      update projection_checkpoints set status = 'live', error = null, updated_at = now()
      where ${whereAt(at)} and status = 'failed' returning name)
    select pg_notify(${requestedChannel}, name) from freed`.execute(db)
}

async function rewind(db: Db, at: Checkpoint, { to }: { to: { position: number } | undefined }): Promise<void> {
  await sql`
    update projection_checkpoints
    set position = ${to?.position ?? 0}, generation = ${nextGeneration(at.name)}, updated_at = now()
    where ${whereAt(at)}`.execute(db)
}
