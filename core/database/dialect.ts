import { PostgresDialect, PostgresIntrospector, sql, type Kysely, type TableMetadata } from 'kysely'

/**
 * Reports only the names of tables, which is all that Kysely's migrator needs. Kysely's own introspection calls a
 * function for each column of the database and fails if a table is dropped meanwhile, as replays do with their builds.
 */
class TableNames extends PostgresIntrospector {
  readonly #db: Kysely<unknown>
  constructor(db: Kysely<unknown>) {
    super(db)
    this.#db = db
  }

  override async getTables(): Promise<TableMetadata[]> {
    const { rows } = await sql<{ name: string; schema: string }>`
      select c.relname as name, n.nspname as schema
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    `.execute(this.#db)
    return rows.map((table) => ({ ...table, isView: false, isForeign: false, columns: [] }))
  }
}

/** Kysely's dialect of Postgres, able to migrate while other processes create and drop tables. */
export class ShopDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>): TableNames {
    return new TableNames(db)
  }
}
