import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { OperatorError } from '../domain/errors.ts'
import { codeOf } from '../process/system-error.ts'

/** @throws OperatorError, with the remedy, if the extension is not installed or the role may not create it */
export function extension(name: string): Migration {
  return {
    async up(db) {
      await sql`create extension if not exists ${sql.id(name)}`.execute(db).catch((error: unknown) => {
        const remedy = remedies[codeOf(error)]
        if (remedy === undefined) throw error
        throw new OperatorError(`the database has no extension ${name}`, remedy(name), { cause: error })
      })
    },
  }
}

const install = (name: string) =>
  `Install it on the database's server (usually in the package postgresql-contrib; with a hosting provider, allow ${name} in its settings), then start again.`
const create = (name: string) =>
  `As a superuser, run in the shop's database: CREATE EXTENSION ${name}; then start again.`

/** By SQLSTATE: the extension is not installed, or the role has no right to create it. */
const remedies: Record<string, (name: string) => string> = { '0A000': install, '42501': create }

/** Trigrams let admins search long lists for parts of words without a full scan. Trusted: any owner may create it. */
const trigrams = extension('pg_trgm')

export const extensionMigrations: Record<string, Migration> = { '2026-11-20-database-trigrams': trigrams }
