import { sql } from 'kysely'
import type { Db } from '#core/database/database.ts'
import { nextGeneration, readCheckpoints, type Checkpoint } from '#core/projections/checkpoints/checkpoints.ts'

/** Matches no projection's shape, so these rows receive no events until a build from the adopted log replaces them. */
const ofAnotherLog = 'of another log'

/** Also deletes its other builds, which come from the other log, so that none of them is resumed or rolled back to. */
export async function disown(trx: Db, name: string): Promise<void> {
  await sql`delete from projection_checkpoints where name = ${name} and slot <> 'live'`.execute(trx)
  await sql`
    update projection_checkpoints
    set shape = ${ofAnotherLog}, position = 0, changed_position = 0, last_position = null, last_id = null,
      last_is_known = true, generation = ${nextGeneration(name)}, status = 'catching-up', error = null, updated_at = now()
    where name = ${name} and slot = 'live'`.execute(trx)
}

/** Whether the live rows still come from a log that was replaced. */
export function isDisowned({ slot, shape }: Checkpoint): boolean {
  return slot === 'live' && shape === ofAnotherLog
}

/** The read models that an adoption must build and that no process has built since. */
export async function disownedReadModels(db: Db, names: readonly string[]): Promise<string[]> {
  const disowned = (await readCheckpoints(db)).filter(isDisowned)
  return names.filter((name) => disowned.some((checkpoint) => checkpoint.name === name))
}
