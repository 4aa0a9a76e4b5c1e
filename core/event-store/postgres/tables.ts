import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { foreignCountMigrations } from '../ownership/foreign-count.ts'

/** How `append_events` encodes an expected revision that is not a number. */
export const expectedCode = { 'no-stream': -1, any: -2 } as const

/** The channel on which `append_events` notifies the position of the newest event. */
export const headChannel = 'log_head'

/**
 * `log_head` has one row, which an append locks until it commits, so positions are 1..n without gaps, in commit order.
 * A trigger forbids changes to stored events.
 */
const tables = `
  create table log_head (position bigint not null);
  create unique index log_head_is_one_row on log_head ((true));
  insert into log_head values (0);

  create table events (
    position bigint primary key,
    stream text not null,
    revision integer not null,
    id uuid not null unique,
    type text not null,
    data jsonb not null,
    metadata jsonb not null,
    at timestamptz not null,
    unique (stream, revision)
  );

  create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'the event log only grows: no % on %', lower(tg_op), tg_table_name;
  end $$;
  create trigger events_only_grow before update or delete or truncate on events
    for each statement execute function refuse_change();`

/**
 * Appends a batch, `[{stream, expected, events: [{id, type, data, metadata}]}]`, in one round trip, each append with
 * its own outcome and place; for a conflict, `revision` is the stream's. The caller must not repeat a stream or an id
 * within a batch. One statement after the lock does all the work, so its snapshot includes everything committed before.
 * Its plan is cached, so it must not depend on how small the tables were when it was made: no sequential scan, and
 * LIMIT 1 against joins of whole tables.
 */
const appendFunction = `
  create function append_events(batch jsonb)
  returns table (place bigint, outcome text, revision integer, "position" bigint)
  language plpgsql set lock_timeout = '2s' set enable_seqscan = off as $$
  #variable_conflict use_column
  declare
    head bigint;
    new_head bigint;
    now_at timestamptz;
  begin
    select h.position into strict head from log_head h for update;
    now_at := clock_timestamp();

    return query
    with asked as materialized (
      select a.place, a.append ->> 'stream' as stream, (a.append ->> 'expected')::integer as expected,
        coalesce(newest.revision, -1) as actual, e.index::integer as index, e.event,
        known.stream as known_stream, known.revision as known_revision, known.position as known_position
      from jsonb_array_elements(batch) with ordinality as a(append, place)
      left join lateral (
        select s.revision from events s where s.stream = a.append ->> 'stream' order by s.revision desc limit 1
      ) newest on true
      cross join lateral jsonb_array_elements(a.append -> 'events') with ordinality as e(event, index)
      left join lateral (
        select s.stream, s.revision, s.position from events s where s.id = (e.event ->> 'id')::uuid limit 1
      ) known on true
    ),
    judged as materialized (
      select asked.*,
        case
          when count(known_stream) over append = 0 and expected in (actual, ${expectedCode.any}) then 'appended'
          when count(known_stream) over append = count(*) over append
            and bool_and(known_stream = stream) over append
            and min(known_revision - index) over append = max(known_revision - index) over append
            and expected in (min(known_revision - index) over append, ${expectedCode.any}) then 'repeated'
          else 'conflict'
        end as outcome
      from asked window append as (partition by place)
    ),
    placed as materialized (
      select judged.*, head + count(*) filter (where outcome = 'appended') over (order by place, index) as new_position
      from judged
    ),
    written as (
      insert into events (position, stream, revision, id, type, data, metadata, at)
      select new_position, stream, actual + index, (event ->> 'id')::uuid, event ->> 'type', event -> 'data',
        event -> 'metadata', now_at
      from placed where outcome = 'appended' order by new_position
    )
    select place, outcome,
      max(case outcome when 'appended' then actual + index when 'repeated' then known_revision else actual end),
      max(case outcome when 'appended' then new_position when 'repeated' then known_position end)
    from placed group by place, outcome order by place;

    select max(s.position) into new_head from events s;
    if new_head > head then
      update log_head set position = new_head;
      perform pg_notify('${headChannel}', new_head::text);
    end if;
  end $$;`

const eventTables: Migration = {
  async up(db) {
    await sql.raw(tables).execute(db)
    await sql.raw(appendFunction).execute(db)
  },
}

export const eventStoreMigrations: Record<string, Migration> = {
  '2026-11-20-event-tables': eventTables,
  ...foreignCountMigrations,
}
