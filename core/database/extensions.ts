import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { OperatorError } from '../domain/errors.ts'
import { codeOf } from '../process/system-error.ts'

/** @throws OperatorError, with the remedy, where the server does not have the extension or the role may not create it */
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
  `Install it on the database's server (the package postgresql-contrib, where it does not come with the server; at a provider: allow ${name} in its settings), then start again.`
const create = (name: string) =>
  `As a superuser run in the shop's database: CREATE EXTENSION ${name}; then start again.`

/** By what Postgres says: of an extension that is not there, and of the right to make it. */
const remedies: Record<string, (name: string) => string> = { '0A000': install, '42501': create }

/** Trigrams let admins find parts of words in long lists without reading all of them. Trusted: any owner may create it. */
const trigrams = extension('pg_trgm')

export const extensionMigrations: Record<string, Migration> = { '2026-11-20-database-trigrams': trigrams }
