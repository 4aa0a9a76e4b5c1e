import type { Answer } from '#core/http/responses/answer.ts'
import { LRUCache } from 'lru-cache'
import { variantsOf, type Variants } from '#core/http/responses/variants.ts'

type Kept = { variants: Variants; stamp: string }

/** `isPartial`: something that belongs to the page could not be had just then, and may be there for whoever asks next. */
export type PageAnswer = Answer & { isPartial?: boolean }

export type PageCache = {
  /** The page from memory, or a new one; those who ask for the same at the same time share one. */
  read(key: string, render: () => Promise<PageAnswer>): Promise<Variants | Answer>
}

/** What an entry costs alongside its bytes. */
const overheadBytes = 2_000

/**
 * Keeps rendered pages as bytes for as long as `stamp` stays the same: an event invalidates, nothing else does. Where it
 * is `undefined`, nobody knows how far the read models are, and nothing is kept.
 */
export function createPageCache(stamp: () => string | undefined, maxBytes = 32 * 1_048_576): PageCache {
  const pages = new LRUCache<string, Kept>({ maxSize: maxBytes })
  const underWay = new Map<string, Promise<Variants | Answer>>()

  async function renderAndKeep(key: string, now: string | undefined, render: () => Promise<PageAnswer>) {
    const answer = await render()
    if (answer.status !== 200 || answer.body === undefined || answer.isPartial === true) return answer
    const variants = variantsOf(answer)
    // Compressed it takes about a quarter more.
    const size = Math.ceil(answer.body.length * 1.25) + 2 * key.length + overheadBytes
    if (now !== undefined) pages.set(key, { variants, stamp: now }, { size })
    return variants
  }

  return {
    read(key, render) {
      // Before the rendering: what changes meanwhile makes the page newer than its stamp, never older.
      const now = stamp()
      const known = now === undefined ? undefined : pages.get(key)
      if (known?.stamp === now && known !== undefined) return Promise.resolve(known.variants)
      const place = `${now} ${key}`
      const other = underWay.get(place)
      if (other !== undefined) return other
      const rendering = renderAndKeep(key, now, render).finally(() => underWay.delete(place))
      underWay.set(place, rendering)
      return rendering
    },
  }
}
