import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '#core/telemetry/log.ts'
import { openPostgresSearchIndex } from '#modules/catalogue/search/postgres/search-index.ts'
import type { ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'
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

const start = () => workbench.start({ projections: [things], searchIndex })
const untilPassed = (position: number) => workbench.untilPassed(position, things.name)
const verify = (index = searchIndex) =>
  workbench.operations({ projections: [things], searchIndex: index }).verify(things.name)

describe('verifying the search index', () => {
  test('finds documents that were changed, removed or added by hand', async () => {
    await start()
    const last = await appendThings(workbench, 1)
    await untilPassed(last)
    expect(await verify()).toEqual({
      ok: true,
      rows: 15,
      position: last,
      head: last,
      missing: [],
      extra: [],
      different: [],
    })
    const [first] = await searchIndex.live().get(['11'])
    await searchIndex.live().put([{ ...blankThing, ...first, id: '11', title: 'Forged' }])
    await searchIndex.live().put([{ ...blankThing, id: 'stranger', title: 'Stranger' }])
    await searchIndex.live().remove(['13'])
    expect(await verify()).toMatchObject({ ok: false, missing: ['13'], extra: ['stranger'], different: ['11'] })
  })

  test.each([
    ['what it is sorted by', "update search_index_1.document set price_paise = 5 where id = '11'"],
    ['the words that find it', "update search_index_1.document set words = '' where id = '11'"],
    ['what it is filtered by', "update search_index_1.shelf set brand_key = 'forged'", 15],
  ])('finds a document in which only %s was changed', async (_, change, count = 1) => {
    await start()
    await untilPassed(await appendThings(workbench, 1))
    await sql.raw(change).execute(workbench.db)
    const verdict = await verify()
    expect(verdict).toMatchObject({ ok: false, missing: [], extra: [] })
    expect(verdict.different).toHaveLength(count)
    expect(verdict.different).toContain('11')
  })

  let price = 100

  /** The index, in which `hook` runs before documents are read, and which changes a document after that. */
  const indexWith = (hook: () => Promise<unknown>): ProductSearchIndex => ({
    ...searchIndex,
    live() {
      const live = searchIndex.live()
      return {
        ...live,
        async *all() {
          await hook()
          yield* live.all()
        },
        async get(ids) {
          await hook()
          const found = await live.get(ids)
          await workbench.append('thing-11', ['ThingPriced', { price: price++ }])
          return found
        },
      }
    },
  })

  test('finds no differences in a document that changes before and after each read', async () => {
    await start()
    await untilPassed(await appendThings(workbench, 1))
    const change = async () => untilPassed(await workbench.append('thing-11', ['ThingPriced', { price: price++ }]))
    expect(await verify(indexWith(change))).toMatchObject({ ok: true })
    await searchIndex.live().put([{ ...blankThing, id: '13', title: 'Forged' }])
    const verdict = await verify(indexWith(change))
    expect(verdict).toMatchObject({ ok: false, missing: [], extra: [], different: ['13'] })
  })

  test('finds no differences in a document whose last change the live index has not processed', async () => {
    const runner = await start()
    await untilPassed(await appendThings(workbench, 1))
    let isFirst = true
    const change = async () => {
      if (!isFirst) return
      isFirst = false
      await untilPassed(await workbench.append('thing-11', ['ThingPriced', { price: price++ }]))
      await runner.stop()
      await workbench.append('thing-11', ['ThingPriced', { price: price++ }])
    }
    expect(await verify(indexWith(change))).toMatchObject({ ok: true })
  })

  test('finds no differences while events keep coming', async () => {
    await start()
    let turn = 0
    const appending = whileRunning(() => {
      turn += 1
      return workbench.append(
        `thing-${turn % 60}`,
        ['ThingNamed', { title: `Turn ${turn}` }],
        ['ThingPriced', { price: turn }],
      )
    })
    await eventually(async () => expect((await workbench.slot('live', things.name))?.position).toBeGreaterThan(100))
    const before = turn
    const verdicts = [await verify(), await verify()]
    expect(await appending.stop()).toBeGreaterThan(before)
    expect(verdicts.map(({ ok }) => ok)).toEqual([true, true])
  })
})
