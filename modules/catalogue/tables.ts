import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Records that seeding began and whether it completed, because the first start may be killed half-way. */
type SeedRow = { name: string; begun_at: string; completed_at: string | null }

type Tables = { catalogue_seeds: SeedRow }

const seeds: Migration = {
  async up(db) {
    await sql`create table catalogue_seeds (
      name text primary key,
      begun_at timestamptz not null,
      completed_at timestamptz
    )`.execute(db)
  },
}

export const catalogueMigrations: Record<string, Migration> = { '2026-11-20-catalogue-seeds': seeds }

/** The record of one seed of the catalogue. */
export function seedRecord(db: Kysely<unknown>, name: string) {
  const tables = db.$extendTables<Tables>()
  return {
    async state(): Promise<'none' | 'begun' | 'completed'> {
      const row = await tables.selectFrom('catalogue_seeds').selectAll().where('name', '=', name).executeTakeFirst()
      if (!row) return 'none'
      return row.completed_at === null ? 'begun' : 'completed'
    },

    async begin(at: string): Promise<void> {
      const row = { name, begun_at: at, completed_at: null }
      await tables
        .insertInto('catalogue_seeds')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async complete(at: string): Promise<void> {
      await tables.updateTable('catalogue_seeds').set({ completed_at: at }).where('name', '=', name).execute()
    },
  }
}
