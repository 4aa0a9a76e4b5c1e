import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Trigrams let admins find parts of words in long lists without reading all of them. Trusted: any owner may create it. */
const trigrams: Migration = {
  async up(db) {
    await sql`create extension if not exists pg_trgm`.execute(db)
  },
}

export const extensionMigrations: Record<string, Migration> = { '2026-11-20-database-trigrams': trigrams }
