import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { Rejection } from '#core/domain/errors.ts'
import type { PictureStore } from '../pictures/commands.ts'
import { fetchPicture, isFetched, type FetchOptions } from '../pictures/fetch/fetch-picture.ts'
import type { SupplierRow } from './domain/supplier-row.ts'

/**
 * Replaces the addresses of pictures on the hosts of `PICTURE_HOSTS` by those of stored copies; other addresses stay
 * unchanged and are never fetched.
 * @throws Rejection naming the field whose picture cannot be fetched
 */
export type FetchPictures = (row: SupplierRow, accountId: string) => Promise<SupplierRow>

/** Leaves every address unchanged. */
export const fetchNoPictures: FetchPictures = (row) => Promise.resolve(row)

type Deps = FetchOptions & { storeFetched: PictureStore['storeFetched'] }

const fields = ['logoUrl', 'imgUrl1', 'imgUrl2', 'imgUrl3'] as const

/** Pictures that the check of a file has fetched need not be fetched again for its import. */
const rememberedMs = 600_000
const mostRemembered = 5_000

/** Pictures that are fetched at the same time, each of at most 10 MB. */
const inFlight = 4

export function pictureFetcher({ storeFetched, ...options }: Deps): FetchPictures {
  const { hosts } = options
  const stored = new LRUCache<string, string>({ max: mostRemembered, ttl: rememberedMs })
  const limit = pLimit(inFlight)

  async function copyOf(address: string, accountId: string): Promise<string> {
    const known = stored.get(address)
    if (known !== undefined) return known
    const { url } = await limit(async () => storeFetched(await fetchPicture(address, options), accountId))
    stored.set(address, url)
    return url
  }

  return async (row, accountId) => {
    const { input } = row
    const copies: Partial<Record<(typeof fields)[number], string>> = {}
    for (const field of fields) {
      const address = input[field] ?? ''
      if (isFetched(address, hosts))
        copies[field] = await copyOf(address, accountId).catch((error: unknown) => refuse(field, error))
    }
    return { ...row, input: { ...input, ...copies } }
  }
}

function refuse(field: string, error: unknown): never {
  if (!(error instanceof Rejection)) throw error
  throw new Rejection(error.code, error.message, { errors: [{ field, defaultMessage: error.message }] })
}
