/** After this time another attempt may assume that the process is dead; longer than any statement may take. */
const lease = "interval '15 seconds'"
const retention = "interval '72 hours'"

/** Sets whether the commit of this one statement waits for the disk. */
const mode = (parameter: string) => `(select set_config('synchronous_commit', ${parameter}, true)) as mode`

/**
 * The statements on the table `idempotency_keys`. A row without a response is running until its lease expires. The
 * end of an attempt names its command, because it may be written so late that the key already belongs to another
 * command.
 */
export const idempotencyStatements = {
  /** Succeeds for a key that is new or expired, or whose last attempt at the same command has lost its lease. */
  reserve: {
    name: 'idempotency-reserve',
    text: `
      insert into idempotency_keys as known (scope, body_hash, command_id, attempt, lease_until, expires_at)
      select scope, body_hash, command_id, 1, now() + ${lease}, now() + ${retention}
      from unnest($1::bytea[], $2::bytea[], $3::uuid[]) as asked (scope, body_hash, command_id), ${mode('$4')}
      on conflict (scope) do update set
        body_hash = excluded.body_hash,
        command_id = case when known.expires_at < now() then excluded.command_id else known.command_id end,
        attempt = case when known.expires_at < now() then 1 else known.attempt + 1 end,
        answer = null,
        lease_until = excluded.lease_until,
        expires_at = excluded.expires_at
      where known.expires_at < now()
        or (known.answer is null and known.lease_until < now() and known.body_hash = excluded.body_hash)
      returning scope, attempt, command_id`,
  },
  find: {
    name: 'idempotency-find',
    text: `select scope, body_hash, command_id, attempt, answer from idempotency_keys where scope = any($1::bytea[])`,
  },
  complete: {
    name: 'idempotency-complete',
    text: `
      update idempotency_keys as known set answer = done.answer
      from unnest($1::bytea[], $2::integer[], $3::bytea[]) as done (scope, attempt, answer), ${mode('$4')}
      where known.scope = done.scope and known.attempt = done.attempt`,
  },
  release: {
    name: 'idempotency-release',
    text: `
      update idempotency_keys set lease_until = '-infinity'
      where scope = $1 and command_id = $2 and attempt = $3 and answer is null`,
  },
  remove: {
    name: 'idempotency-forget',
    text: `
      delete from idempotency_keys
      where scope = $1 and command_id = $2 and attempt = $3 and answer is null`,
  },
  purge: {
    name: 'idempotency-purge',
    text: `
      delete from idempotency_keys
      where scope in (select scope from idempotency_keys where expires_at < now() limit 10000)`,
  },
}
