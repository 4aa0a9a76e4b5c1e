import { sql } from 'kysely'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Actor } from '../../domain/actor.ts'
import type { Db } from '../../database/database.ts'

const requesters = Compile(Type.Array(Type.Object({ by: Type.Union([Actor, Type.Null()]) })))

/** Records the requester of the current build; `undefined` where the shop itself requires it. */
export async function recordRequester(db: Db, name: string, by: Actor | undefined): Promise<void> {
  const actor = by === undefined ? null : JSON.stringify(by)
  await sql`
    update projection_checkpoints set asked_by = ${actor} where name = ${name} and slot = 'next'`.execute(db)
}

/** Removes a person as the requester of builds, both running and interrupted, and of stops. */
export async function removeRequester(db: Db, id: string): Promise<void> {
  await sql`update projection_checkpoints set asked_by = null where asked_by ->> 'id' = ${id}`.execute(db)
  await sql`
    update projection_checkpoints set stop_asked_by = null where stop_asked_by ->> 'id' = ${id}`.execute(db)
}

/** The requester of the current build. */
export async function readRequester(db: Db, name: string): Promise<Actor | undefined> {
  const { rows } = await sql`
    select asked_by as by from projection_checkpoints where name = ${name} and slot = 'next'`.execute(db)
  return requesters.Parse(rows)[0]?.by ?? undefined
}
