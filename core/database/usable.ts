import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError, remedyOf } from '../domain/errors.ts'
import { codeOf } from '../process/system-error.ts'
import { databaseFailure } from './failure.ts'
import type { Database } from './database.ts'

/** Long enough for a database that starts together with the shop. */
const patienceMs = 15_000
const oldestVersion = 150_000

/**
 * Verifies at start-up that the database answers and that the shop can use it.
 * @throws OperatorError otherwise; it never contains the URL, which holds a password
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

/** @throws OperatorError for a database that answers but that the shop cannot use */
async function failureOf({ pool }: Database): Promise<unknown> {
  const question =
    "select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding"
  const result = await pool
    .query<{ version: number; encoding: string }>(question)
    .catch((error: unknown) => ({ error }))
  if ('error' in result) return result.error
  for (const { version, encoding } of result.rows) assertSuitable(version, encoding)
  return undefined
}

function assertSuitable(version: number, encoding: string): void {
  if (version < oldestVersion) {
    throw new OperatorError(
      `the database at DATABASE_URL is Postgres ${Math.floor(version / 10_000)}`,
      'The shop needs version 15 or newer.',
    )
  }
  if (encoding !== 'UTF8') {
    throw new OperatorError(
      `the database at DATABASE_URL uses the encoding ${encoding}`,
      "Create one for the shop: create database shop encoding 'UTF8' template template0",
    )
  }
}

function unreachable(error: unknown): OperatorError {
  const refused = remedyOf(databaseFailure(error))
  if (refused !== undefined) return refused
  const reason = codeOf(error) || (error instanceof Error ? error.message : String(error))
  return new OperatorError(
    `the database at DATABASE_URL does not answer (${reason})`,
    'Start it, or fix the host and port in DATABASE_URL; unset DATABASE_URL for the embedded Postgres.',
    { cause: error },
  )
}

const password = {
  problem: 'the database at DATABASE_URL refuses the user or the password',
  remedy: 'Fix both in DATABASE_URL.',
}

const refusals: Record<string, { problem: string; remedy: string }> = {
  '28P01': password,
  '28000': password,
  '3D000': {
    problem: 'the server at DATABASE_URL has no database with that name',
    remedy: "Create one: create database shop encoding 'UTF8'",
  },
  ENOTFOUND: { problem: 'the host in DATABASE_URL is unknown', remedy: 'Fix the name in DATABASE_URL.' },
}
