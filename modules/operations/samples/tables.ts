import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isoTime } from '#core/domain/clock.ts'

/** `lag`: the events that a read model or reactor has yet to process. `latency`: the milliseconds of an engine's answer. */
export type SampleKind = 'lag' | 'latency'

/** `value` is null if the engine did not answer; `isFault` also marks a read model or reactor that has failed. */
export type Sample = { kind: SampleKind; name: string; value: number | null; isFault: boolean }

const migration: Migration = {
  async up(db) {
    await sql`create table operation_samples (
      at timestamptz not null,
      kind text not null check (kind in ('lag', 'latency')),
      name text not null,
      value bigint,
      is_fault boolean not null,
      primary key (at, kind, name)
    )`.execute(db)
  },
}

export const sampleMigrations: Record<string, Migration> = { '2026-11-26-operation-samples': migration }

/** Adds the samples of a minute. If another process has taken them too, the worse one of each name is kept. */
export async function addSamples(db: Kysely<unknown>, minute: number, samples: readonly Sample[]): Promise<void> {
  await sql`
    insert into operation_samples as kept (at, kind, name, value, is_fault)
    select ${isoTime(minute)}::timestamptz, kind, name, value, is_fault
    from unnest(${samples.map(({ kind }) => kind)}::text[], ${samples.map(({ name }) => name)}::text[],
      ${samples.map(({ value }) => value)}::bigint[], ${samples.map(({ isFault }) => isFault)}::boolean[])
      as taken (kind, name, value, is_fault)
    on conflict (at, kind, name) do update
    set value = greatest(kept.value, excluded.value), is_fault = kept.is_fault or excluded.is_fault`.execute(db)
}

export async function deleteSamplesBefore(db: Kysely<unknown>, at: number): Promise<void> {
  await sql`delete from operation_samples where at < ${isoTime(at)}::timestamptz`.execute(db)
}

/** The worst sample of a name in one of the intervals, which are counted from 0. */
export type IntervalRow = { kind: SampleKind; name: string; interval: number; value: number | null; is_fault: boolean }

/** The worst samples of each interval of that many minutes, by kind and name. */
export async function samplesByInterval(
  db: Kysely<unknown>,
  { from, to, minutes }: { from: number; to: number; minutes: number },
): Promise<IntervalRow[]> {
  const { rows } = await sql<IntervalRow>`
    select kind, name, floor(extract(epoch from at - ${isoTime(from)}::timestamptz) / ${minutes * 60})::integer as interval,
      max(value) as value, bool_or(is_fault) as is_fault
    from operation_samples
    where at >= ${isoTime(from)}::timestamptz and at < ${isoTime(to)}::timestamptz
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows
}
