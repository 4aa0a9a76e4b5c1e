import type { Db } from '../../database/database.ts'
import type { Followed } from '../../event-store/identity/judge-identity.ts'
import { readCheckpoint, readCheckpoints } from '../checkpoints/checkpoints.ts'
import { judgeOf, type LogReads } from './judge.ts'

/** Compares the live checkpoints of a database with a log; writes nothing. @throws EngineUnavailable */
export async function followed(db: Db, store: LogReads): Promise<Followed> {
  const judge = judgeOf(store)
  const taken = (await readCheckpoints(db)).filter(({ slot, position }) => slot === 'live' && position > 0)
  for (const checkpoint of taken) if ((await judge(checkpoint)).kind === 'parted') return 'another log'
  return taken.length === 0 ? 'nothing' : 'this log'
}

/**
 * Verifies that a read model followed the connected log, before a build from it replaces the rows.
 * @throws LogDiverged where it is another one, EngineUnavailable
 */
export async function assertFollowed(db: Db, store: LogReads, name: string): Promise<void> {
  const live = await readCheckpoint(db, name, 'live')
  const verdict = live && (await judgeOf(store)(live))
  if (verdict?.kind === 'parted') throw verdict.error
}
