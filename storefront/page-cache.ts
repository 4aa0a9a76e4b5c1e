import type { HttpResponse } from '#core/http/responses/http-response.ts'
import { LRUCache } from 'lru-cache'
import { variantsOf, type Variants } from '#core/http/responses/variants.ts'

type CachedPage = { variants: Variants; stamp: string }

/** `isPartial`: part of the page could not be loaded this time, so the page is sent but not cached. */
export type PageResponse = HttpResponse & { isPartial?: boolean }

export type PageCache = {
  /** Returns the cached page or renders it; concurrent requests for one page share one rendering. */
  read(key: string, render: () => Promise<PageResponse>): Promise<Variants | HttpResponse>
}

/** The memory that an entry takes in addition to its bytes. */
const overheadBytes = 2_000

/**
 * Caches rendered pages as bytes until `stamp` changes: events invalidate a page, time does not. While the stamp is
 * `undefined`, the position of the read models is unknown and nothing is cached.
 */
export function createPageCache(stamp: () => string | undefined, maxBytes = 32 * 1_048_576): PageCache {
  const pages = new LRUCache<string, CachedPage>({ maxSize: maxBytes })
  const underWay = new Map<string, Promise<Variants | HttpResponse>>()

  async function renderAndCache(key: string, now: string | undefined, render: () => Promise<PageResponse>) {
    const response = await render()
    if (response.status !== 200 || response.body === undefined || response.isPartial === true) return response
    const variants = variantsOf(response)
    // The compressed variants add about a quarter.
    const size = Math.ceil(response.body.length * 1.25) + 2 * key.length + overheadBytes
    if (now !== undefined) pages.set(key, { variants, stamp: now }, { size })
    return variants
  }

  return {
    read(key, render) {
      // Read before rendering: a change in the meantime makes the page newer than its stamp, never older.
      const now = stamp()
      const cached = now === undefined ? undefined : pages.get(key)
      if (cached?.stamp === now && cached !== undefined) return Promise.resolve(cached.variants)
      const stampedKey = `${now} ${key}`
      const shared = underWay.get(stampedKey)
      if (shared !== undefined) return shared
      const rendering = renderAndCache(key, now, render).finally(() => underWay.delete(stampedKey))
      underWay.set(stampedKey, rendering)
      return rendering
    },
  }
}
