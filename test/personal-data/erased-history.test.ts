import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RecordedEvent } from '#core/event-store/event-store.ts'
import { textsOf } from '#core/event-store/codec/declared-texts.ts'
import { extractTexts, type Path } from '#core/event-store/codec/personal-fields.ts'
import { newId } from '#core/domain/ids.ts'
import type { ComposedModule } from '#core/module/manifest.ts'
import { allProjections, eventDefinitions } from '#modules/shop/manifests.ts'
import { leftToCi } from '../support/engines/engines.ts'
import { eventually } from '../support/eventually.ts'
import { hasMeili, openMeili } from '../support/engines/meilisearch.ts'
import { hasRedis, openRedis } from '../support/engines/redis.ts'
import { runsEverything } from '../support/runner/left-to-ci.ts'
import { addProducts, openTestShop, type TestShop } from '../support/shop/shop.ts'
import { openPerson, type History } from './person.ts'
import { tablesWithoutPersons } from './tables-without-persons.ts'
import { notHandedOver, streamsWithTexts, tablesAbout } from './handed-over.ts'
import { everythingKept, placesThatHold, type MeiliAccess } from './places.ts'

const folder = join(import.meta.dirname, 'histories')
const modules: { history: History }[] = await Promise.all(
  (await readdir(folder)).map(async (file) => import(join(folder, file))),
)
const allPaths = modules.flatMap(({ history }) => Object.entries(history).map(([name, walk]) => ({ name, walk })))

/** Each path at least once, in any order, and some of them more often. */
const histories = fc
  .tuple(
    fc.shuffledSubarray(allPaths, { minLength: allPaths.length }),
    fc.array(fc.constantFrom(...allPaths), { maxLength: 3 }),
  )
  .map(([once, more]) => [...once, ...more])

type Engines = { env: Record<string, string>; redis?: string; meili?: MeiliAccess; close(): Promise<void> }

const usualRuns = runsEverything ? 2 : 1

const variants = [
  {
    name: 'on Postgres alone',
    isThere: true,
    runs: usualRuns,
    open: () => Promise.resolve({ env: {}, close: nothing }),
  },
  { name: 'with Meilisearch and Redis', isThere: hasMeili() && hasRedis(), runs: 1, open: openOtherEngines },
]

/** Notes of the staff are for the staff only. */
const isNoteOfStaff = (text: string) => text.startsWith('staffnote')

describe.for(variants)('erasing a person, $name,', ({ isThere, runs, open }) => {
  let engines: Engines
  let shop: TestShop
  let product: Awaited<ReturnType<typeof addProducts>>[number]

  beforeAll(async () => {
    if (!isThere) return
    engines = await open()
    shop = await openTestShop(engines.env)
    const [added] = await addProducts(shop, [{}])
    if (!added) throw new Error('no product')
    product = added
  })
  afterAll(async () => {
    await shop?.close()
    await engines?.close()
  })

  const kept = () => everythingKept(shop, engines)

  async function replay(name: string): Promise<void> {
    const call = await shop.call('POST', `/api/ops/projections/${name}/replay`, { token: shop.adminToken })
    expect(call.status).toBe(202)
    await eventually(async () => {
      const { body } = await shop.call('GET', `/api/ops/history?name=${name}`, { token: shop.adminToken })
      expect(body.content[0]).toMatchObject({ type: 'ProjectionReplayed', data: { outcome: 'done' } })
      const projections = await shop.call('GET', '/api/ops/projections', { token: shop.adminToken })
      const own = projections.body.projections.find((one: { name: string }) => one.name === name)
      expect(own).toMatchObject({ status: 'live' })
    })
  }

  async function exportsAreDone(): Promise<void> {
    await eventually(async () => {
      const { body } = await shop.call('GET', '/api/audit/exports', { token: shop.adminToken })
      expect(body.every(({ status }: { status: string }) => status === 'done')).toBe(true)
    })
  }

  test.runIf(isThere)(
    'leaves none of their texts in any row, document, queue, file or export',
    { timeout: 120_000, meta: usualRuns < 2 ? leftToCi('a second order of the histories') : {} },
    async () => {
      await fc.assert(
        fc.asyncProperty(histories, async (paths) => {
          const [person, other] = [await openPerson(shop, product), await openPerson(shop, product)]
          for (const { walk } of paths) for (const one of [person, other]) await walk(one)
          for (const one of [person, other]) await one.doOtherThings()
          for (const { name } of allProjections) await replay(name)
          await exportsAreDone()
          const { texts, fields, streams } = await personalTextsOf(shop, person.id)
          const remedy = 'let a file of test/personal-data/histories fill each personal field'
          expect({ remedy, fields: fields.toSorted() }).toEqual({ remedy, fields: everyPersonalField() })
          const theirs = [...new Set([...person.texts, ...texts])].filter((text) => !other.texts.includes(text))
          const ofOther = (await personalTextsOf(shop, other.id)).texts
          const searched = theirs.filter((text) => !ofOther.includes(text))
          const all = await kept()
          const before = placesThatHold(all, searched)
          expect(before).toEqual(expect.arrayContaining(['an export', expect.stringMatching(/\.eml/)]))
          const others = all.filter(({ place }) => place.startsWith('public.') && !before.includes(place))
          const unfilled = others.map(({ place }) => place).toSorted()
          expect(unfilled, 'fill these in a history, or list them in tables-without-persons.ts').toEqual(
            tablesWithoutPersons,
          )

          const document = (await person.asPerson('GET /api/users/me/data')).body
          const { pool } = shop.shop.infrastructure.database
          const places = [...(await tablesAbout(pool, all, person.id)), ...streamsWithTexts, ...streams]
          expect(
            notHandedOver(document, places),
            'let `dataOf` hand these over, and name its part in test/personal-data/handed-over.ts',
          ).toEqual([])
          // What they have changed since is stored nowhere.
          const tables = all.filter(({ place }) => place.includes('.') && !place.includes('/'))
          const stored = searched.filter((text) => texts.includes(text) || placesThatHold(tables, [text]).length > 0)
          const owed = stored.filter((text) => !isNoteOfStaff(text))
          expect(
            owed.filter((text) => !JSON.stringify(document).includes(text)),
            'let `dataOf` hand over these texts too; each begins with what a history calls it',
          ).toEqual([])
          expect(searched.filter((text) => isNoteOfStaff(text) && JSON.stringify(document).includes(text))).toEqual([])

          expect(
            (await previewsOf(shop, person.id)).filter(
              ({ counts, goes, stays }) =>
                Object.values(counts).includes(0) || [counts, goes, stays].some((one) => Object.keys(one).length === 0),
            ),
            'let `preview` count what the histories have left in these modules, and say what goes and what stays',
          ).toEqual([])

          await person.eraseAccount()
          await shop.settled()
          expect(
            placesThatHold(await kept(), searched),
            'erase the person in these places: fold the event of the erasure, or let `traces` delete what is kept outside of events',
          ).toEqual([])
          for (const { name } of allProjections) await replay(name)
          expect(placesThatHold(await kept(), searched), 'a replay must not bring these back').toEqual([])
          expect((await personalTextsOf(shop, other.id)).texts).toEqual(ofOther)
        }),
        { numRuns: runs, endOnFailure: true },
      )
    },
  )
})

/** What each module that erases says before. */
async function previewsOf({ shop }: TestShop, accountId: string) {
  const modules = Object.entries<ComposedModule>(shop.modules)
  const previews = modules.map(async ([module, { traces }]) =>
    traces === undefined ? [] : [{ module, ...(await traces.preview(accountId)) }],
  )
  return (await Promise.all(previews)).flat()
}

function nothing(): Promise<void> {
  return Promise.resolve()
}

async function openOtherEngines(): Promise<Engines> {
  const [meili, redis] = await Promise.all([openMeili(), openRedis()])
  const env = { MEILI_URL: meili.url, MEILI_KEY: meili.key ?? '', MEILI_INDEX: `shop-${newId()}`, REDIS_URL: redis.url }
  const close = async () => {
    await meili.close()
    await redis.close()
  }
  return { env, redis: redis.url, meili, close }
}

function everyPersonalField(): string[] {
  return Object.entries(eventDefinitions)
    .flatMap(([type, { schema, personal }]) =>
      textsOf(schema)
        .filter((text) => personal?.fields.some((field) => text === field || text.startsWith(`${field}.`)))
        .map((text) => `${type}.${text}`),
    )
    .toSorted()
}

/**
 * What the log contains about a person, by its definitions: the texts, their fields, and the streams that name the
 * person.
 */
async function personalTextsOf(
  { shop }: TestShop,
  id: string,
): Promise<{ texts: string[]; fields: string[]; streams: string[] }> {
  const found: { text: string; field: string }[] = []
  const streams = new Set<string>()
  for (let after = 0, isAtEnd = false; !isAtEnd;) {
    const page = await shop.infrastructure.store.readAll(after, { limit: 500 })
    found.push(...page.events.flatMap((event) => textsAbout(id, event)))
    for (const event of page.events)
      if (JSON.stringify(event.data).includes(id)) streams.add(`streams of ${event.stream.split('-')[0]}`)
    after = page.position
    isAtEnd = !page.isFull
  }
  return {
    texts: [...new Set(found.map(({ text }) => text))],
    fields: [...new Set(found.map(({ field }) => field))],
    streams: [...streams],
  }
}

function textsAbout(id: string, { type, data }: RecordedEvent): { text: string; field: string }[] {
  const { personal } = eventDefinitions[type] ?? {}
  if (personal?.subject(data) !== id) return []
  const { texts, paths } = extractTexts(data, personal.fields)
  return texts.map((text, i) => ({ text, field: `${type}.${fieldAt(paths[i] ?? [])}` }))
}

/** The field as definitions name it, without the places in lists. */
function fieldAt(path: Path): string {
  return path.filter((part) => !/^\d+$/.test(part)).join('.')
}
