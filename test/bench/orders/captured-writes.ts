import type { ClientBase } from 'pg'
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'

const Write = Type.Object({
  operation: Type.Union([Type.Literal('INSERT'), Type.Literal('UPDATE'), Type.Literal('DELETE')]),
  /** The table with its schema, quoted where needed. */
  table: Type.String(),
  transaction: Type.String(),
  row: Type.Record(Type.String(), Type.Unknown()),
})

/** A row that was inserted, updated or deleted, with its new values, or its last ones. */
export type Write = Static<typeof Write>

const writes = Compile(Type.Array(Write))

const capture = `
  create schema capture;
  create table capture.writes (place bigserial primary key, operation text, "table" text, transaction text,
    "row" jsonb);
  create function capture.record() returns trigger language plpgsql as $$
  begin
    insert into capture.writes (operation, "table", transaction, "row") values (
      tg_op, format('%I.%I', tg_table_schema, tg_table_name), pg_current_xact_id()::text,
      to_jsonb(case tg_op when 'DELETE' then old else new end)
    );
    return null;
  end $$;`

/**
 * Records every row that the shop writes while `act` runs, by triggers on all tables of the database: rows that a worker
 * deletes again, such as jobs, included. Removes the triggers afterwards.
 */
export async function capturedWrites(client: ClientBase, act: () => Promise<void>): Promise<Write[]> {
  await client.query(capture)
  try {
    await client.query(
      onEveryTable(
        'create trigger capture after insert or update or delete on %s for each row execute function capture.record()',
      ),
    )
    await act()
    const { rows } = await client.query(
      'select operation, "table", transaction, "row" from capture.writes order by place',
    )
    return writes.Parse(rows)
  } finally {
    await client.query(onEveryTable('drop trigger if exists capture on %s'))
    await client.query('drop schema capture cascade')
  }
}

/** Commits after each table: locks of several tables held together could deadlock with the shop's transactions. */
function onEveryTable(statement: string): string {
  return `
    do $$ declare found record; begin
      for found in select oid::regclass as name from pg_class where relkind = 'r' and relnamespace::regnamespace::text
        not in ('pg_catalog', 'information_schema', 'capture', 'floor') and relpersistence <> 't'
      loop execute format('${statement}', found.name); commit; end loop;
    end $$`
}
