import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * One row per slot: `live` is being served, `next` is being built alongside it, `prev` is what the last swap replaced,
 * and `verify` is built for a comparison. A reactor has a `live` row only. `generation` grows with every swap and every
 * new owner of a build; a checkpoint moves only if `generation` and `position` are still as expected.
 */
const createCheckpoints = sql`
  create table projection_checkpoints (
    name text not null,
    slot text not null check (slot in ('live', 'next', 'prev', 'verify')),
    kind text not null check (kind in ('table', 'search', 'reactor')),
    version integer not null,
    shape text not null,
    generation bigint not null,
    position bigint not null,
    changed_position bigint not null,
    total bigint,
    status text not null,
    error jsonb,
    events_per_second double precision not null default 0,
    eta_seconds double precision,
    started_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (name, slot)
  ) with (fillfactor = 50)`

/** The tables of the projection runner; `prepare` creates those of the read models. */
export const projectionMigrations: Record<string, Migration> = {
  '2026-11-20-projection-checkpoints': {
    async up(db) {
      await createCheckpoints.execute(db)
    },
  },
  '2026-11-21-projection-operators': {
    async up(db) {
      // The actor who requested the replay in a `next` row.
      await sql`alter table projection_checkpoints add column asked_by jsonb`.execute(db)
      // The schemas of copies of read models as of some position, which receive no further events.
      await sql`
        create table projection_copies (
          schema text primary key,
          name text not null,
          position bigint not null,
          made_at timestamptz not null default now()
        )`.execute(db)
    },
  },
  '2026-11-22-build-attempts': {
    async up(db) {
      await sql`alter table projection_checkpoints add column attempts integer not null default 0`.execute(db)
    },
  },
  '2026-11-22-projection-checkpoint-events': {
    async up(db) {
      // The last event of the shop at or before the position, which identifies the log.
      await sql`
        alter table projection_checkpoints
          add column last_position bigint,
          add column last_id uuid,
          add column last_is_known boolean not null default false,
          add check ((last_position is null) = (last_id is null))`.execute(db)
      await sql`alter table projection_checkpoints alter column last_is_known set default true`.execute(db)
    },
  },
  '2026-11-27-projection-stop-requests': {
    async up(db) {
      // The actor who requested that the work on a `next` or `verify` row is stopped.
      await sql`alter table projection_checkpoints add column stop_asked_by jsonb`.execute(db)
    },
  },
}
