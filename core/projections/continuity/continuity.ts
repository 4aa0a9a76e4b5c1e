import { sql } from 'kysely'
import { coalesceCalls } from '../../async/coalesce.ts'
import type { Db } from '../../database/database.ts'
import { OperatorError } from '../../domain/errors.ts'
import type { EventStore } from '../../event-store/event-store.ts'
import {
  askedChannel,
  markCheckpoint,
  nextGeneration,
  readCheckpoints,
  whereAt,
  type Checkpoint,
} from '../checkpoints/checkpoints.ts'
import { judgeOf, type LogReads, type Verdict } from './judge.ts'
import type { LogParted } from './log-parted.ts'

/** Compares what is live with the event log, for all that follows the log in one process. */
export type Continuity = {
  /**
   * Compares every live checkpoint. Those that the log does not know are marked as failed, and freed again when it does.
   * Resolves to what is wrong, undefined where nothing is. @throws EngineUnavailable
   */
  check(): Promise<OperatorError | undefined>
  /**
   * Whether the log is the one that this read model or reactor was fed from, by a comparison that is at most as old as a
   * poll. `rewound` where its checkpoint was set back, so that it must be read again.
   * @throws LogParted, EngineUnavailable
   */
  confirm(name: string): Promise<'same' | 'rewound'>
  /** As `confirm`, by a comparison that begins now. */
  confirmNow(name: string): Promise<'same' | 'rewound'>
}

export type ContinuityDeps = { db: Db; store: LogReads & Pick<EventStore, 'head'> }

/** How old an earlier comparison may be for a reader that finds nothing new. */
const freshMs = 1_000

export function createContinuity({ db, store }: ContinuityDeps): Continuity {
  let verdicts = new Map<string, Verdict>()
  let comparedAt = -Infinity

  const compare = coalesceCalls(async () => {
    const begun = performance.now()
    // Whoever may not read the log must not write to it either, whatever has been taken so far.
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

/** What an operator reads, of all that the log does not know. */
function reasonOf(verdicts: ReadonlyMap<string, Verdict>): OperatorError | undefined {
  const parted = [...verdicts].flatMap(([name, verdict]): [string, LogParted][] =>
    verdict.kind === 'parted' ? [[name, verdict.error]] : [],
  )
  const [first, ...others] = parted
  if (first === undefined) return undefined
  const [, { message, remedy }] = first
  const likewise = others.length === 0 ? '' : ` The same holds for ${others.map(([name]) => name).join(', ')}.`
  return new OperatorError(`${message}${likewise}`, remedy)
}

async function liveCheckpoints(db: Db): Promise<Checkpoint[]> {
  const all = await readCheckpoints(db)
  return all.filter(({ slot }) => slot === 'live').toSorted((a, b) => b.position - a.position)
}

/** Only of a checkpoint that has not moved meanwhile. */
async function note(db: Db, checkpoint: Checkpoint, verdict: Verdict): Promise<void> {
  if (verdict.kind === 'parted') return fail(db, checkpoint, verdict.error)
  if (verdict.kind === 'unknown') await learn(db, checkpoint, verdict)
  if (checkpoint.error?.isOfTheLog === true) await free(db, checkpoint)
  if (verdict.kind === 'rewind') await rewind(db, checkpoint, verdict)
}

async function fail(db: Db, at: Checkpoint, parted: LogParted): Promise<void> {
  const message = `${parted.message} ${parted.remedy}`
  if (at.status === 'failed' && at.error?.message === message) return
  await markCheckpoint(db, at, { status: 'failed', error: { message, isOfTheLog: true } })
}

async function learn(db: Db, at: Checkpoint, { last }: { last: { position: number; id: string } | undefined }) {
  await sql`
    update projection_checkpoints
    set last_position = ${last?.position ?? null}, last_id = ${last?.id ?? null}, last_is_known = true
    where ${whereAt(at)} and not last_is_known`.execute(db)
}

/**
 * The log that it knows is back. It counts as live, as its follower may have missed both changes while it was idle; one that
 * is behind is shown as catching up by its position.
 */
async function free(db: Db, at: Checkpoint): Promise<void> {
  await sql`
    with freed as (
      update projection_checkpoints set status = 'live', error = null, updated_at = now()
      where ${whereAt(at)} and status = 'failed' returning name)
    select pg_notify(${askedChannel}, name) from freed`.execute(db)
}

async function rewind(db: Db, at: Checkpoint, { to }: { to: { position: number } | undefined }): Promise<void> {
  await sql`
    update projection_checkpoints
    set position = ${to?.position ?? 0}, generation = ${nextGeneration(at.name)}, updated_at = now()
    where ${whereAt(at)}`.execute(db)
}
