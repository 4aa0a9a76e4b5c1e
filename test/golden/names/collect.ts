import type { Command } from 'commander'
import { readConfig } from '#core/config/config.ts'
import { eventIdOf } from '#core/domain/ids.ts'
import { namesOf } from '#core/http/idempotency/idempotency.ts'
import { allProjections, eventDefinitions } from '#modules/shop/manifests.ts'
import * as shopKeys from '../../../storefront/src/lib/storage/storage-keys.ts'
import * as consoleKeys from '../../../storefront/src/lib/storage/console-storage-keys.ts'
import { draftsKey } from '../../../storefront/src/lib/forms/drafts.ts'
import { shopOps } from '#modules/shop/ops/shop-ops.ts'
import type { TestShop } from '../../support/shop/shop.ts'
import { callNames } from './calls.ts'
import { commandJson } from './command-json.ts'
import { sourceNames } from './source-names.ts'

/** Names by kind; each list is sorted. */
export type Names = Readonly<Record<string, readonly string[]>>

/** Every name of a running shop that outlives its process, or that others depend on. */
export async function collectNames(shop: TestShop): Promise<Names> {
  const [database, metrics, calls] = await Promise.all([namesInDatabase(shop), metricNames(shop), callNames(shop)])
  const commands = await commandJson(shop)
  const all: Names = {
    'event types': Object.keys(eventDefinitions),
    'stream categories': Object.values(eventDefinitions).map(({ category: { name, id } }) => `${name}-${id.source}`),
    projections: allProjections.map(({ name }) => name),
    ...database,
    metrics,
    'environment variables': variableNames(),
    'keys of the browser’s storage': storageKeys(),
    'operator commands': commandNames(shopOps, 'ops'),
    'JSON of operator commands': commands,
    calls,
    ...sourceNames(),
    'scopes of repeatable requests': [true, false].map(scopeOfExample),
    'derived event ids': [0, 1, 500, 1000].map((i) => `${i} ${eventIdOf('019b8fe8-46b8-729c-a4f4-76ccb0be64d7', i)}`),
  }
  return Object.fromEntries(Object.entries(all).map(([kind, names]) => [kind, [...new Set(names)].toSorted()]))
}

function scopeOfExample(isExplicit: boolean): string {
  const body = { quantity: 2 }
  const { scope, bodyHash } = namesOf({ accountId: 'account', call: 'POST /api/calls', key: 'key', isExplicit, body })
  return `${isExplicit ? 'key' : 'business key'} ${scope.toString('hex')} ${bodyHash.toString('hex')}`
}

/** Excludes BullMQ's schema, which changes with its package. */
const shops = `not in ('pg_catalog', 'information_schema', 'bullmq')`

const queries: Readonly<Record<string, string>> = {
  columns: `select format('%s.%s.%s %s%s', table_schema, table_name, column_name, data_type,
      case is_nullable when 'NO' then ' not null' else '' end) as name
    from information_schema.columns where table_schema ${shops}`,
  indexes: `select format('%s.%s', schemaname, indexname) as name from pg_indexes where schemaname ${shops}`,
  functions: `select format('%s.%s', routine_schema, routine_name) as name from information_schema.routines
    where routine_schema ${shops} and external_language in ('SQL', 'PLPGSQL')`,
  migrations: `select name from kysely_migration`,
  checkpoints: `select name from projection_checkpoints`,
  'locks of followers': `select format('%s %s', classid, objid) as name from pg_locks
    where locktype = 'advisory' and granted and classid = 1936224112
      and database = (select oid from pg_database where datname = current_database())`,
  queues: `select distinct queue as name from bullmq.meta`,
}

async function namesInDatabase({ shop }: TestShop): Promise<Names> {
  const { pool } = shop.infrastructure.database
  const entries = Object.entries(queries).map(async ([kind, text]) => {
    const { rows } = await pool.query<{ name: string }>(text)
    return [kind, rows.map(({ name }) => name)] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function metricNames(shop: TestShop): Promise<string[]> {
  const { text } = await shop.call('GET', '/metrics')
  return text.split('\n').flatMap((line) => /^# TYPE ((?:shop|http)_\S+ \S+)/.exec(line)?.[1] ?? [])
}

/** Records each variable that the configuration reads. */
function variableNames(): string[] {
  const read = new Set<string>()
  const env = new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void read.add(String(name)) })
  readConfig(env, '/')
  return [...read]
}

/** Every key that the two files of keys export, so that no new one can be forgotten here. */
function storageKeys(): string[] {
  const { storageKeys: ofSpecification, ...others } = shopKeys
  return [...Object.values(ofSpecification), ...Object.values(others), ...Object.values(consoleKeys), draftsKey]
}

/** A command with its parameters, options and subcommands. */
function commandNames({ commands, registeredArguments, options }: Command, path: string): string[] {
  const parameters = registeredArguments.map((one) => `${path} <${one.name()}${one.variadic ? '…' : ''}>`)
  const flags = options.map(({ flags: flag, mandatory }) => `${path} ${flag}${mandatory ? ' (required)' : ''}`)
  return [path, ...parameters, ...flags, ...commands.flatMap((one) => commandNames(one, `${path} ${one.name()}`))]
}
