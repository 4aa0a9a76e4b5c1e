import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '#core/telemetry/log.ts'
import { putCheckpoint, readCheckpoint, type Mark } from '#core/projections/checkpoints/checkpoints.ts'
import { catchUp, type Following } from '#core/projections/follow/catch-up.ts'
import { createPageSize } from '#core/projections/follow/progress.ts'
import { createSearchSink } from '#core/projections/sinks/search-sink.ts'
import { BufferNotWritten, type BufferedSink } from '#core/projections/sinks/write-page.ts'
import { openPostgresSearchIndex } from '#modules/catalogue/search/postgres/search-index.ts'
import type {
  ProductSearchGeneration,
  ProductSearchIndex,
  SearchDocument,
} from '#modules/catalogue/search/product-search-index.ts'
import { storedDocument } from '#modules/catalogue/search/stored-document.ts'
import { needsMeili } from '#test/support/engines/engines.ts'
import { openMeili, openMeiliIndexes, type TestMeili } from '#test/support/engines/meilisearch.ts'
import { eventually } from '#test/support/eventually.ts'
import { dyingDatabase } from '#test/support/postgres/dying-database.ts'
import { things } from '#test/support/projections/things.ts'
import { openWorkbench, type Workbench } from '#test/support/projections/workbench.ts'

let workbench: Workbench
let mark: Mark

beforeEach(async () => {
  workbench = await openWorkbench()
  mark = await newCheckpoint()
})
afterEach(() => workbench.dispose())

const newCheckpoint = () => {
  const live = { name: things.name, slot: 'live', kind: 'search', version: 1, shape: '' } as const
  return putCheckpoint(workbench.db, { ...live, position: 0, status: 'catching-up' })
}

type Writes = { put?: (documents: readonly SearchDocument[]) => Promise<void> }

/**
 * The live generation of the index in Postgres, as one that accepts further writes before it has applied earlier ones.
 */
function queueing(index: ProductSearchIndex, { put = (documents) => index.live().put(documents) }: Writes = {}) {
  let earlier: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<void>) => {
    const done = earlier.then(work)
    earlier = done.catch(() => undefined)
    return done
  }
  const live = index.live()
  const queued: ProductSearchGeneration = {
    ...live,
    mostInFlight: 40,
    put: (documents) => inTurn(() => put(documents)),
    remove: (ids) => inTurn(() => live.remove(ids)),
  }
  return queued
}

function followingWith(sink: BufferedSink, pages: number): Following {
  return {
    db: workbench.db,
    store: workbench.store,
    types: Object.keys(things.on),
    ...sink,
    pageSize: createPageSize({ now: () => 0, most: pages }),
    signal: new AbortController().signal,
    report: () => ({ status: 'catching-up', eventsPerSecond: 0 }),
  }
}

async function documentsIn(index: ProductSearchIndex): Promise<SearchDocument[]> {
  const all: SearchDocument[] = []
  for await (const document of index.live().all()) all.push(storedDocument(document))
  return all
}

const checkpoint = async () => (await workbench.slot('live', things.name))?.position

type Step = [type: 'ThingNamed' | 'ThingPriced' | 'ThingGone', thing: number]
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.tuple(fc.constantFrom<Step[0][]>('ThingNamed', 'ThingNamed', 'ThingPriced', 'ThingGone'), fc.nat({ max: 12 })),
  { minLength: 30, maxLength: 90 },
)

async function append(history: readonly Step[]): Promise<number> {
  let last = 0
  for (const [turn, [type, thing]] of history.entries())
    last = await workbench.append(`thing-${thing}`, [type, { title: `Thing of turn ${turn}`, price: turn }])
  return last
}

/** The documents after a catch-up in which each page is confirmed before the next one is sent. */
async function expectedDocuments(): Promise<SearchDocument[]> {
  const index = openPostgresSearchIndex({ ...workbench, log: silentLog })
  await index.prepare()
  await catchUp(
    followingWith(
      createSearchSink(things.on, () => index.live()),
      500,
    ),
    await newCheckpoint(),
  )
  const documents = await documentsIn(index)
  await index.live().remove(documents.map(({ id }) => id))
  return documents
}

type Opened = { index: ProductSearchIndex; live: () => ProductSearchGeneration }

async function openQueueing(writes?: Writes): Promise<Opened> {
  const index = openPostgresSearchIndex({ ...workbench, log: silentLog })
  await index.prepare()
  const queued = queueing(index, writes)
  return { index, live: () => queued }
}

function describeProperty(numRuns: number, open: () => Promise<Opened>): void {
  test('result in the same documents as pages that wait for each other, for any events', async () => {
    const { index, live } = await open()
    const property = fc.asyncProperty(steps, fc.integer({ min: 1, max: 9 }), async (history, size) => {
      const last = await append(history)
      const expected = await expectedDocuments()
      await index.live().remove((await documentsIn(index)).map(({ id }) => id))
      const sink = createSearchSink(things.on, live)
      const { at } = await catchUp(followingWith(sink, size), await newCheckpoint())
      expect([at.position, sink.stored()?.position, await checkpoint()]).toEqual([last, last, last])
      expect(await documentsIn(index)).toEqual(expected)
    })
    await fc.assert(property, { numRuns, seed: 20261126 })
  })
}

/** Forty things, each named in an event of its own. */
const appendNames = () => append(Array.from({ length: 40 }, (_, thing): Step => ['ThingNamed', thing]))

describe('pages in flight', () => {
  describeProperty(12, openQueueing)

  test('do not move the checkpoint until the index has confirmed them, one after the other', async () => {
    const [first, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let puts = 0
    const put = async (documents: readonly SearchDocument[]) => {
      await (puts++ === 0 ? first.promise : held.promise)
      await index.live().put(documents)
    }
    const { index, live } = await openQueueing({ put: (documents) => put(documents) })
    await appendNames()
    const sink = createSearchSink(things.on, live)
    const { events } = await workbench.store.readAll(0, { limit: 30 })
    let from = mark
    for (const event of events) {
      const page = { events: [event], to: event.position, last: undefined }
      from =
        (await sink.write(workbench.db, page, { from, report: { status: 'catching-up', eventsPerSecond: 0 } })) ?? from
    }
    expect([from.position, sink.stored()?.position, await checkpoint()]).toEqual([30, 0, 0])
    first.resolve()
    const flushed = sink.flush(workbench.db)
    await eventually(async () => expect(await checkpoint()).toBe(1))
    held.resolve()
    expect((await flushed)?.position).toBe(30)
    expect(await checkpoint()).toBe(30)
  })

  test('that the index rejects are retried one by one until the event is found', async () => {
    const put = (documents: readonly SearchDocument[]) =>
      documents.some(({ id }) => id === '17') ? Promise.reject(new Error('17 is refused')) : index.live().put(documents)
    const { index, live } = await openQueueing({ put: (documents) => put(documents) })
    await appendNames()
    const following = followingWith(createSearchSink(things.on, live), 4)
    await expect(catchUp(following, mark)).rejects.toThrow(BufferNotWritten)
    expect(await checkpoint()).toBeLessThan(18)
    const again = catchUp(following, await readMark())
    await expect(again).rejects.toThrow(/ThingNamed at position 18 .*17 is refused/)
    expect(await checkpoint()).toBe(17)
    expect(await index.live().count()).toBeGreaterThanOrEqual(17)
  })

  test('go back to the first unconfirmed page if another projector has moved the checkpoint', async () => {
    const held = Promise.withResolvers<void>()
    const put = (documents: readonly SearchDocument[]) => held.promise.then(() => index.live().put(documents))
    const { index, live } = await openQueueing({ put: (documents) => put(documents) })
    const last = await appendNames()
    const reached = catchUp(followingWith(createSearchSink(things.on, live), 4), mark)
    await workbench.pool.query(`update projection_checkpoints set position = ${last}, generation = generation + 1`)
    held.resolve()
    expect(await reached).toMatchObject({ outcome: 'superseded' })
    expect(await checkpoint()).toBe(0)
  })

  test('are complete after a process has died between any two statements', async () => {
    const { index, live } = await openQueueing()
    await append(
      Array.from({ length: 60 }, (_, turn): Step => [turn % 7 === 6 ? 'ThingGone' : 'ThingNamed', turn % 13]),
    )
    const expected = await expectedDocuments()
    for (let statements = 0, isOver = false; !isOver; statements++) {
      const from = await newCheckpoint()
      const dying = dyingDatabase(workbench.url, statements)
      const following = { ...followingWith(createSearchSink(things.on, live), 4), db: dying.db }
      await catchUp(following, from).catch(() => undefined)
      await dying.close()
      isOver = !dying.isDead()
      await catchUp(followingWith(createSearchSink(things.on, live), 4), await readMark())
      expect(await documentsIn(index), `after ${statements} statements`).toEqual(expected)
    }
  })
})

describe('pages in flight to Meilisearch', needsMeili, () => {
  let meili: TestMeili
  beforeAll(async () => {
    meili = await openMeili()
  })
  afterAll(() => meili?.close())

  describeProperty(3, async () => {
    const { index } = await openMeiliIndexes(meili)
    return { index, live: () => index.live() }
  })
})

async function readMark(): Promise<Mark> {
  const found = await readCheckpoint(workbench.db, things.name, 'live')
  if (found === undefined) throw new Error('there is no checkpoint')
  return found
}
