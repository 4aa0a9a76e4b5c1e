import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '#core/telemetry/log.ts'
import { searchSink } from '#core/projections/sinks/search-sink.ts'
import { openPostgresSearchIndex } from '#modules/catalogue/search/postgres/search-index.ts'
import type { ProductSearchIndex, SearchDocument } from '#modules/catalogue/search/product-search-index.ts'
import { storedDocument } from '#modules/catalogue/search/stored-document.ts'
import { needsMeili } from '#test/support/engines/engines.ts'
import { openMeili, openMeiliIndexes, type TestMeili } from '#test/support/engines/meilisearch.ts'
import { eventually } from '#test/support/eventually.ts'
import { things } from '#test/support/projections/things.ts'
import { openWorkbench, type Workbench } from '#test/support/projections/workbench.ts'

let workbench: Workbench
let searchIndex: ProductSearchIndex

let meili: TestMeili

beforeAll(async () => {
  if (!needsMeili.skip) meili = await openMeili()
})
afterAll(() => meili?.close())

beforeEach(async () => {
  workbench = await openWorkbench()
})

afterEach(() => workbench.dispose())

const runs = () => ({ projections: [things], searchIndex })
const untilPassed = (position: number) => workbench.untilPassed(position, 'thing-search')

async function titles(): Promise<string[]> {
  const all: SearchDocument[] = []
  for await (const document of searchIndex.live().all()) all.push(storedDocument(document))
  return all.map(({ id, title }) => `${id} ${title}`)
}

/** A projector that has folded the events since `after`, and is suspended before its write reaches the index. */
async function suspendedProjector(after: number) {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const put = async (documents: readonly SearchDocument[]) => {
    reached.resolve()
    await released.promise
    await searchIndex.live().put(documents)
  }
  const { rows } = await workbench.pool.query<{ generation: number }>(
    `select generation from projection_checkpoints where name = 'thing-search' and slot = 'live'`,
  )
  const from = { name: 'thing-search', slot: 'live' as const, position: after, generation: rows[0]?.generation ?? 0 }
  const { events, position } = await workbench.store.readAll(after, { limit: 10 })
  const write = searchSink(things.on, () => ({ ...searchIndex.live(), put }))
  const page = { events, to: position, last: undefined }
  const ended = write(workbench.db, page, { from, report: { status: 'live', eventsPerSecond: 0 } })
  await reached.promise
  return async () => {
    released.resolve()
    return ended
  }
}

function describeLateWrites(open: () => Promise<ProductSearchIndex> | ProductSearchIndex): void {
  test.each(['another projector has gone on', 'another build has become live'])(
    'that arrives after %s leaves no older document there',
    async (since) => {
      searchIndex = await open()
      const runner = await workbench.start(runs())
      const after = await workbench.append('thing-a', ['ThingNamed', { title: 'First' }])
      await untilPassed(after)
      await runner.stop()
      await workbench.append('thing-a', ['ThingNamed', { title: 'Second' }])
      await workbench.append('thing-b', ['ThingNamed', { title: 'Gone' }])
      const resume = await suspendedProjector(after)
      await workbench.append('thing-a', ['ThingNamed', { title: 'Third' }])
      const last = await workbench.append('thing-b', ['ThingGone', {}])
      if (since === 'another build has become live') await workbench.operations(runs()).replay('thing-search')
      await workbench.start(runs())
      await untilPassed(last)
      expect(await titles()).toEqual(['a Third'])
      expect(await resume()).toBeUndefined()
      await eventually(async () => expect(await titles()).toEqual(['a Third']))
      await untilPassed(last)
      expect(await workbench.operations(runs()).verify('thing-search')).toMatchObject({ ok: true, rows: 1 })
    },
  )
}

describe('a late write to the index in Postgres', () => {
  describeLateWrites(() => openPostgresSearchIndex({ ...workbench, log: silentLog }))
})

describe('a late write to the index in Meilisearch', needsMeili, () => {
  describeLateWrites(async () => (await openMeiliIndexes(meili)).index)
})
