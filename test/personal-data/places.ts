import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { Meilisearch } from 'meilisearch'
import { codeOf } from '#core/process/system-error.ts'
import type { TestShop } from '../support/shop/shop.ts'

/** Something that the shop keeps, by where it is, as one text. */
export type Kept = { place: string; content: string }

/** Everything that a shop keeps beyond its engines' own files: rows, documents of the index, queues, files, exports, and
 * its log lines. */
export async function everythingKept(
  shop: TestShop,
  engines: { redis?: string; meili?: MeiliAccess },
): Promise<Kept[]> {
  const kept = await Promise.all([
    rowsOf(shop),
    filesIn(shop.dataDir),
    exportsOf(shop),
    engines.redis === undefined ? [] : entriesOf(engines.redis),
    engines.meili === undefined ? [] : documentsOf(engines.meili),
  ])
  return [...kept.flat(), { place: 'the log lines', content: shop.logLines.join('\n') }]
}

/** The places in which any of these texts occurs. A text too short to be unique counts only as a value of its own. */
export function placesThatHold(kept: readonly Kept[], texts: readonly string[]): string[] {
  const wanted = texts.flatMap(formsOf)
  const found = kept.filter(({ content }) => {
    const lower = content.toLowerCase()
    return wanted.some((form) => lower.includes(form))
  })
  return [...new Set(found.map(({ place }) => place))].toSorted()
}

const shortest = 9

function formsOf(text: string): string[] {
  const lower = text.toLowerCase()
  if (lower.length < shortest) return [`"${lower}"`, `,${lower},`]
  return [lower, Buffer.from(text).toString('hex'), ...base64FormsOf(text)]
}

/** In base64 a text looks otherwise at each of three places; its first and last characters depend on its neighbours. */
function base64FormsOf(text: string): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.from(' '.repeat(before) + text).toString('base64')
    return encoded.slice(before === 0 ? 0 : 4, -4).toLowerCase()
  })
}

async function rowsOf({ shop }: TestShop): Promise<Kept[]> {
  const { pool } = shop.infrastructure.database
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const kept: Kept[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    kept.push({ place: name, content: rows.map(({ row }) => row).join('\n') })
  }
  return kept
}

/** A file that is renamed or deleted in the meantime makes it read all of them again, under their new names. */
async function filesIn(folder: string): Promise<Kept[]> {
  for (;;) {
    try {
      return await filesNowIn(folder)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
    }
  }
}

async function filesNowIn(folder: string): Promise<Kept[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return Promise.all(
    files.map(async (file) => ({ place: file.slice(folder.length), content: file + (await readFile(file, 'latin1')) })),
  )
}

/** Files of events that an ADMIN may fetch: they lie sealed for the one who asked for them. */
async function exportsOf(shop: TestShop): Promise<Kept[]> {
  const asAdmin = (path: string) => shop.call('GET', path, { token: shop.adminToken })
  const { body } = await asAdmin('/api/audit/exports')
  const ids: string[] = body.map(({ id }: { id: string }) => id)
  const files = await Promise.all(ids.map((id) => asAdmin(`/api/audit/exports/${id}/file`)))
  return files.map(({ text }) => ({ place: 'an export', content: text }))
}

export async function entriesOf(url: string): Promise<Kept[]> {
  const redis = new Redis(url)
  try {
    const keys = await redis.keys('*')
    return await Promise.all(
      keys.map(async (key) => ({ place: `redis ${key}`, content: key + JSON.stringify(await valueOf(redis, key)) })),
    )
  } finally {
    redis.disconnect()
  }
}

/** Its dump would be compressed. */
async function valueOf(redis: Redis, key: string): Promise<unknown> {
  const readers: Readonly<Record<string, () => Promise<unknown>>> = {
    string: () => redis.get(key),
    hash: () => redis.hgetall(key),
    list: () => redis.lrange(key, 0, -1),
    set: () => redis.smembers(key),
    zset: () => redis.zrange(key, '0', '-1'),
    stream: () => redis.xrange(key, '-', '+'),
  }
  const type = await redis.type(key)
  const read = readers[type]
  if (read === undefined && type !== 'none') throw new Error(`nothing here reads a ${type} of Redis`)
  return read?.()
}

export type MeiliAccess = { url: string; key: string | undefined }

async function documentsOf({ url, key = '' }: MeiliAccess): Promise<Kept[]> {
  const client = new Meilisearch({ host: url, apiKey: key })
  const { results } = await client.getIndexes({ limit: 1_000 })
  return Promise.all(
    results.map(async ({ uid }) => {
      const documents = await client.index(uid).getDocuments({ limit: 10_000 })
      return { place: `index ${uid}`, content: JSON.stringify(documents.results) }
    }),
  )
}
