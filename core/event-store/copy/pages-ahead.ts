import type { Page, EventStore, Position } from '../event-store.ts'

const pageSize = 500

/** A page of the source, and where the source ended when it was read. */
type SourcePage = Page & { head: Position }

/** The pages of the log after a position, up to its end. The next one is read while the caller works on the one before. */
export async function* pagesAhead(from: EventStore, after: Position): AsyncGenerator<SourcePage> {
  for (let reading = readPage(from, after); ;) {
    const page = await reading
    if (page.events.length === 0) return
    reading = readPage(from, page.position)
    // Its failure is reported when it is asked for, which may be never.
    reading.catch(() => undefined)
    yield page
  }
}

async function readPage(from: EventStore, after: Position): Promise<SourcePage> {
  const [page, head] = await Promise.all([from.readAll(after, { limit: pageSize }), from.head()])
  return { ...page, head }
}
