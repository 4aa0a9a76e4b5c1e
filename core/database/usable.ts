import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../domain/errors.ts'
import { codeOf } from '../process/system-error.ts'
import type { Database } from './database.ts'

/** A database that starts together with the shop is waited for. */
const patienceMs = 15_000
const oldestVersion = 150_000

/**
 * Makes sure, before anything depends on it, that the database answers and is one that the shop can live on.
 * @throws OperatorError in the operator's words otherwise; it never repeats the URL, which holds a password
 */
export async function assertUsable(database: Database, waitMs = patienceMs): Promise<void> {
  const begun = Date.now()
  for (;;) {
    const failure = await failureOf(database)
    if (failure === undefined) return
    const known = refusals[codeOf(failure)]
    if (known !== undefined) throw new OperatorError(known.problem, known.remedy, { cause: failure })
    if (Date.now() - begun > waitMs) throw unreachable(failure)
    await sleep(250)
  }
}

/** @throws OperatorError for a database that answers and does not fit */
async function failureOf({ pool }: Database): Promise<unknown> {
  const question =
    "select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding"
  const answer = await pool
    .query<{ version: number; encoding: string }>(question)
    .catch((error: unknown) => ({ error }))
  if ('error' in answer) return answer.error
  for (const { version, encoding } of answer.rows) assertFitting(version, encoding)
  return undefined
}

function assertFitting(version: number, encoding: string): void {
  if (version < oldestVersion) {
    throw new OperatorError(
      `the database at DATABASE_URL is Postgres ${Math.floor(version / 10_000)}`,
      'The shop needs version 15 or newer.',
    )
  }
  if (encoding !== 'UTF8') {
    throw new OperatorError(
      `the database at DATABASE_URL keeps its text in ${encoding}`,
      "Make one for the shop with: create database shop encoding 'UTF8' template template0",
    )
  }
}

function unreachable(error: unknown): OperatorError {
  const reason = codeOf(error) || (error instanceof Error ? error.message : String(error))
  return new OperatorError(
    `the database at DATABASE_URL does not answer (${reason})`,
    'Start it, or mend host and port in DATABASE_URL; unset DATABASE_URL for the embedded Postgres.',
    { cause: error },
  )
}

const password = {
  problem: 'the database at DATABASE_URL refuses the user or the password',
  remedy: 'Mend both in DATABASE_URL.',
}

const refusals: Record<string, { problem: string; remedy: string }> = {
  '28P01': password,
  '28000': password,
  '3D000': {
    problem: 'the server at DATABASE_URL has no database of that name',
    remedy: "Make one: create database shop encoding 'UTF8'",
  },
  ENOTFOUND: { problem: 'the host in DATABASE_URL is unknown', remedy: 'Mend the name in DATABASE_URL.' },
}
