import type { Page, EventStore, Position } from '../event-store.ts'

const pageSize = 500

/** A page of the source, and the head of the source when it was read. */
type SourcePage = Page & { head: Position }

/**
 * The pages of the log after a position, up to its end. Reads the next page while the caller processes the current one.
 */
export async function* pagesAhead(from: EventStore, after: Position): AsyncGenerator<SourcePage> {
  for (let reading = readPage(from, after); ;) {
    const page = await reading
    if (page.events.length === 0) return
    reading = readPage(from, page.position)
    // A failure surfaces when the page is awaited; until then it must not count as an unhandled rejection.
    reading.catch(() => undefined)
    yield page
  }
}

async function readPage(from: EventStore, after: Position): Promise<SourcePage> {
  const [page, head] = await Promise.all([from.readAll(after, { limit: pageSize }), from.head()])
  return { ...page, head }
}
