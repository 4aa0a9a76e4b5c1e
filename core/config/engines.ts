import { urlOf, wrongValue, type Settings } from './settings.ts'

/** The operator's own Meilisearch. */
export type MeiliConfig = {
  url: string
  /** May write the index and create a key for searches; `undefined` where Meilisearch runs without keys. */
  key: string | undefined
  /** For searches only. Without it the shop creates one with `key`. */
  searchKey: string | undefined
  /** The name of the shop's indexes, so that several shops can share one Meilisearch. */
  index: string
}

/** The engines for search and jobs; `undefined` means the database. */
export type EngineConfig = { meili: MeiliConfig | undefined; redisUrl: string | undefined }

/** @throws OperatorError that names the variable */
export function readEngines(settings: Settings): EngineConfig {
  return { meili: readMeili(settings), redisUrl: readRedisUrl(settings) }
}

function readMeili(settings: Settings): MeiliConfig | undefined {
  const value = settings.text('MEILI_URL')
  const [key, searchKey] = [settings.exact('MEILI_KEY'), settings.exact('MEILI_SEARCH_KEY')]
  const index = readMeiliIndex(settings)
  if (value === undefined) {
    const orphan = key === undefined ? searchKey && 'MEILI_SEARCH_KEY' : 'MEILI_KEY'
    if (orphan === undefined) return undefined
    throw wrongValue(orphan, 'is set without MEILI_URL', 'Set MEILI_URL to the address of your Meilisearch.')
  }
  return { url: readMeiliUrl(value), key, searchKey, index }
}

function readMeiliUrl(value: string): string {
  const url = urlOf('MEILI_URL', value, ['https', 'http'])
  if (url.username === '' && url.search === '' && url.hash === '') return url.href.replace(/\/+$/, '')
  const remedy = 'Set it to something like https://search.example.in; the key goes into MEILI_KEY.'
  throw wrongValue('MEILI_URL', 'must contain only scheme, host, port and path', remedy)
}

function readMeiliIndex(settings: Settings): string {
  const index = settings.text('MEILI_INDEX') ?? 'products'
  if (/^[\w-]{1,200}$/.test(index)) return index
  throw wrongValue('MEILI_INDEX', 'is not a name for an index', 'Use letters, digits, - and _, or leave it out.')
}

function readRedisUrl(settings: Settings): string | undefined {
  const value = settings.text('REDIS_URL')
  if (value === undefined) return undefined
  const url = urlOf('REDIS_URL', value, ['rediss', 'redis'])
  if (url.hostname === '' || !/^\/?\d{0,4}$/.test(url.pathname)) {
    const remedy = 'Set it to something like rediss://user:password@redis.example.in:6379/0.'
    throw wrongValue('REDIS_URL', 'is not a valid Redis URL', remedy)
  }
  return value
}
