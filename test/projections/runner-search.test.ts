import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { openPostgresSearchIndex } from '#modules/catalogue/search/postgres/search-index.ts'
import type { ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'
import { storedDocument } from '#modules/catalogue/search/stored-document.ts'
import type { SearchDocument } from '#modules/catalogue/search/product-search-index.ts'
import type { ProjectionRunnerOptions } from '#core/projections/follow/projection-runner.ts'
import { searchSink } from '#core/projections/sinks/search-sink.ts'
import { dyingDatabase } from '#test/support/postgres/dying-database.ts'
import { eventually } from '#test/support/eventually.ts'
import { openWorkbench, type Workbench } from '#test/support/projections/workbench.ts'
import { appendThings, blankThing, things } from '#test/support/projections/things.ts'
import { whileRunning } from '#test/support/while-running.ts'

let workbench: Workbench
let searchIndex: ProductSearchIndex

beforeEach(async () => {
  workbench = await openWorkbench()
  searchIndex = openPostgresSearchIndex({ ...workbench, log: silentLog })
})

afterEach(() => workbench.dispose())

const start = (changes: Partial<ProjectionRunnerOptions> = {}) =>
  workbench.start({ projections: [things], searchIndex, ...changes })

const operations = (changes: Partial<ProjectionRunnerOptions> = {}) =>
  workbench.operations({ projections: [things], searchIndex, ...changes })

const live = () => workbench.slot('live', 'thing-search')
const untilPassed = (position: number) => workbench.untilPassed(position, 'thing-search')

/** Few documents would otherwise all be in flight before the first page is confirmed. */
function confirmingEachPage(): ProductSearchIndex {
  return { ...searchIndex, beginBuild: async () => ({ ...(await searchIndex.beginBuild()), mostInFlight: 0 }) }
}

async function documents(): Promise<SearchDocument[]> {
  const all: SearchDocument[] = []
  for await (const document of searchIndex.live().all()) all.push(storedDocument(document))
  return all
}

/** The number of documents that a search finds. */
const countDocuments = async () =>
  (await searchIndex.search({ text: '', filters: {}, sort: 'newest', page: 0, size: 1 })).total

const titles = async () => (await documents()).map(({ id, title }) => `${id} ${title}`)

const expectedTitles = (round: number) =>
  Array.from({ length: 20 }, (_, i) => i + 10)
    .filter((number) => number % 4 !== 0)
    .map((number) => `${number} Thing ${number} of round ${round}`)

type SearchBuild = Awaited<ReturnType<ProductSearchIndex['beginBuild']>>

/** The same index, except that each build does this when it is complete and prepared, before it is swapped in. */
function doingBeforeSwap(work: (built: SearchBuild) => Promise<unknown>): ProductSearchIndex {
  return {
    ...searchIndex,
    async beginBuild() {
      const built = await searchIndex.beginBuild()
      return {
        ...built,
        async prepare() {
          await built.prepare()
          await work(built)
        },
      }
    },
  }
}

describe('a projection into the search index', () => {
  test('puts and removes documents, each with the position of the event that last changed it', async () => {
    await start()
    await workbench.append('thing-a', ['ThingNamed', { title: 'Stethoscope' }], ['ThingPriced', { price: 5 }])
    await untilPassed(await workbench.append('thing-b', ['ThingNamed', { title: 'Otoscope' }], ['ThingGone', {}]))
    expect(await documents()).toEqual([{ ...blankThing, id: 'a', title: 'Stethoscope', pricePaise: 5, position: 2 }])
    expect((await searchIndex.suggest({ text: 'steth', size: 5 })).products.map(({ document }) => document.id)).toEqual(
      ['a'],
    )
  })

  test('moves its checkpoint only after the index has confirmed, and waits for one that does not respond', async () => {
    let isDown = true
    const put = (documents: readonly SearchDocument[]) =>
      isDown ? Promise.reject(new EngineUnavailable('search index')) : searchIndex.live().put(documents)
    const down: ProductSearchIndex = { ...searchIndex, live: () => ({ ...searchIndex.live(), put }) }
    await start({ searchIndex: down })
    const first = await workbench.append('other-1', ['Unrelated', {}])
    await untilPassed(first)
    const last = await workbench.append('thing-a', ['ThingNamed', { title: 'Stethoscope' }])
    await eventually(async () => expect(await searchIndex.live().count()).toBe(0))
    expect(await live()).toMatchObject({ position: first, status: 'live' })
    isDown = false
    await untilPassed(last)
    expect(await titles()).toEqual(['a Stethoscope'])
  })

  test('is not written to by a runner whose turn has ended since it loaded the documents', async () => {
    await searchIndex.prepare()
    const position = await workbench.append('thing-a', ['ThingNamed', { title: 'Stethoscope' }])
    const { events } = await workbench.store.readAll(0, { limit: 10 })
    const from = { name: 'thing-search', slot: 'live' as const, generation: 1, position: 0 }
    const write = searchSink(
      things.on,
      () => searchIndex.live(),
      () => false,
    )
    const move = { from, report: { status: 'live' as const, eventsPerSecond: 0 } }
    expect(await write(workbench.db, { events, to: position, last: undefined }, move)).toBeUndefined()
    expect(await documents()).toEqual([])
  })

  test('has the same result when events are repeated', async () => {
    await start()
    const last = await appendThings(workbench, 1)
    await untilPassed(last)
    const before = await documents()
    await workbench.pool.query('update projection_checkpoints set position = 7')
    await untilPassed(await workbench.append('other-1', ['Unrelated', {}]))
    expect(await documents()).toEqual(before)
  })

  test('fills an index that was lost', async () => {
    const runner = await start()
    await untilPassed(await appendThings(workbench, 1))
    await runner.stop()
    await workbench.pool.query('drop schema search_index cascade')
    await operations().prepare()
    await start()
    await eventually(async () => expect(await titles()).toEqual(expectedTitles(1)))
  })

  test('is built alongside and swapped; a search always finds everything', async () => {
    await start()
    await untilPassed(await appendThings(workbench, 1))
    const counts = new Set<number>()
    const reading = whileRunning(async () => counts.add(await countDocuments()))
    // A fast replay may pass between two of these searches, so one is made during each.
    const during: number[] = []
    const searched = doingBeforeSwap(async () => during.push(await countDocuments()))
    await operations({ searchIndex: searched }).replay('thing-search')
    await operations({ searchIndex: searched }).replay('thing-search')
    await reading.stop()
    expect(during).toEqual([15, 15])
    expect([...counts]).toEqual([15])
    await untilPassed(await appendThings(workbench, 2))
    expect(await titles()).toEqual(expectedTitles(2))
  })

  test('is prepared for searches before the swap, while the live one is still written to', async () => {
    await start()
    await untilPassed(await appendThings(workbench, 1))
    const prepared: number[] = []
    const preparing = doingBeforeSwap(async (built) => {
      await untilPassed(await appendThings(workbench, 2))
      prepared.push(await built.count())
    })
    await operations({ searchIndex: preparing }).replay('thing-search')
    expect(prepared).toEqual([15])
    expect(await titles()).toEqual(expectedTitles(2))
    const { rows } = await workbench.pool.query(`
      select reltuples from pg_class where relname = 'document'
      and relnamespace = (select to_regnamespace('search_index_' || live) from search_index.generation)`)
    expect(rows).toEqual([{ reltuples: 15 }])
  })

  test('resumes from where it was stopped, with the documents already written', async () => {
    await start()
    for (let round = 1; round <= 14; round++) await untilPassed(await appendThings(workbench, round))
    const stopping = new AbortController()
    const stopped = operations({ searchIndex: confirmingEachPage() }).replay('thing-search', {
      signal: stopping.signal,
      onProgress: () => stopping.abort(),
    })
    await expect(stopped).rejects.toThrow(/abort/i)
    const left = await workbench.slot('next', 'thing-search')
    expect(left).toMatchObject({ status: 'stopped' })
    const written = await (await searchIndex.unfinishedBuild())?.count()
    expect(written).toBeGreaterThan(0)
    const positions: number[] = []
    await operations().replay('thing-search', {
      resume: true,
      onProgress: ({ position }) => positions.push(position),
    })
    expect(positions[0]).toBeGreaterThan(left?.position ?? Infinity)
    expect(await titles()).toEqual(expectedTitles(14))
  })

  test.each([false, true])(
    'is complete after a process has died, resuming: %s, between any two statements',
    async (resume) => {
      const runner = await start()
      await untilPassed(await appendThings(workbench, 1))
      await runner.stop()
      const expected = await documents()
      for (let statements = 0, isOver = false; !isOver; statements++) {
        const dying = dyingDatabase(workbench.url, statements)
        await operations({ db: dying.db })
          .replay('thing-search', { resume })
          .catch(() => undefined)
        await dying.close()
        isOver = !dying.isDead()
        expect(await documents(), `after ${statements} statements`).toEqual(expected)
      }
      await start()
      await untilPassed(await appendThings(workbench, 2))
      expect(await titles()).toEqual(expectedTitles(2))
    },
  )
})
