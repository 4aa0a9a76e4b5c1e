import { createHash } from 'node:crypto'
import type { Log } from '#core/telemetry/log.ts'
import { isKeyRefused, meiliClient, meiliCode, type MeiliAccess, type MeiliClient } from './client.ts'

export type KeyDeps = { access: MeiliAccess; searchKey: string | undefined; index: string; log: Log }

/** Deterministic, so that all processes share one key; Meilisearch derives the key from this uid and the master key. */
function uidFor(index: string): string {
  const hex = createHash('sha256').update(`shop: searches in ${index}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

/**
 * The client for searches. Its key allows searches only; it is given by the operator or created here. If the shop's own
 * key may not create keys, searches use that key, and a warning is logged.
 */
export function searchClient({ access, searchKey, index, log }: KeyDeps): () => Promise<MeiliClient> {
  const writer = meiliClient(access)
  if (searchKey !== undefined) {
    const given = Promise.resolve(meiliClient({ ...access, key: searchKey }))
    return () => given
  }
  if (access.key === undefined) return () => Promise.resolve(writer)
  let known: Promise<MeiliClient> | undefined
  const make = async () => {
    const key = await writer.call((meili) => madeKey(meili, index))
    if (key !== undefined) return meiliClient({ ...access, key })
    log.warn('MEILI_KEY may not create keys, so searches use it too. Set MEILI_SEARCH_KEY to a search-only key.')
    return writer
  }
  const current = () => {
    known ??= make().catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
  const again = async (client: MeiliClient) => {
    if ((await known) === client) known = undefined
    return current()
  }
  return async () => renewing(await current(), again)
}

/**
 * A Meilisearch that has lost its data has lost the key for searches, too. A refused call is repeated once, with a key
 * that is created again.
 */
function renewing(client: MeiliClient, again: (client: MeiliClient) => Promise<MeiliClient>): MeiliClient {
  return {
    ...client,
    async call(work) {
      try {
        return await client.call(work)
      } catch (error) {
        if (!isKeyRefused(error)) throw error
        return (await again(client)).call(work)
      }
    },
  }
}

type Meili = Parameters<Parameters<MeiliClient['call']>[0]>[0]

async function madeKey(meili: Meili, index: string): Promise<string | undefined> {
  try {
    const { key } = await meili.getKey(uidFor(index))
    return key
  } catch (error) {
    if (isRefused(error)) return undefined
    if (meiliCode(error) !== 'api_key_not_found') throw error
  }
  return newKey(meili, index)
}

async function newKey(meili: Meili, index: string): Promise<string | undefined> {
  try {
    const uid = uidFor(index)
    const may = { actions: ['search'], indexes: [`${index}-*`], expiresAt: null }
    const { key } = await meili.createKey({ uid, name: 'shop: searches', ...may })
    return key
  } catch (error) {
    if (isRefused(error)) return undefined
    if (meiliCode(error) !== 'api_key_already_exists') throw error
    // Another process created it first.
    const { key } = await meili.getKey(uidFor(index))
    return key
  }
}

function isRefused(error: unknown): boolean {
  return meiliCode(error) === 'invalid_api_key'
}
