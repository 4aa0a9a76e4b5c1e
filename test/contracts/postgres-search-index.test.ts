import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { EngineUnavailable, OperatorError } from '#core/domain/errors.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { toleranceOf } from '#modules/catalogue/search/text/misspelling.ts'
import { openPostgresSearchIndex } from '#modules/catalogue/search/postgres/search-index.ts'
import { freshDatabase } from '#test/support/postgres/postgres.ts'
import { mistyped } from '#test/support/mistyped.ts'
import { asking, idsFor, searchDocument } from '#test/support/projections/search-documents.ts'
import { openPostgresIndexes, type PostgresSearchIndexes } from '#test/support/engines/search-indexes.ts'
import { describeSearchIndexContract } from './search-index.ts'

describeSearchIndexContract('Postgres', () => openPostgresIndexes())

describe('the search index in Postgres, on typed text', () => {
  const devices = [
    'pump',
    'cuff',
    'lamp',
    'probe',
    'mixer',
    'cannula',
    'monitor',
    'catheter',
    'nebuliser',
    'ventilator',
  ]
  let indexes: PostgresSearchIndexes
  const finds = (text: string) => idsFor(indexes.index, text)
  const isBeginning = (typed: string) =>
    [
      ...devices,
      'wheel',
      'chair',
      'viewer',
      'battery',
      'trolley',
      'holds',
      'three',
      'nalini',
      'devices',
      'medical',
      'furniture',
      'mounting',
    ].some((word) => word.startsWith(typed))

  beforeAll(async () => {
    indexes = await openPostgresIndexes()
    await indexes.index
      .live()
      .put([
        ...devices.map((device) => searchDocument(device, { title: device })),
        searchDocument('chair', { title: 'Wheel Chair' }),
        searchDocument('xray', { title: 'X-Ray Viewer' }),
        searchDocument('battery', { title: 'Battery', description: 'For trolleys.' }),
        searchDocument('trolley', { title: 'Trolley', description: 'Holds three batteries and a box.' }),
      ])
  })
  afterAll(() => indexes.dispose())

  test('finds a word with any tolerated mistake, in any position', async () => {
    const letters = fc.constantFrom(...'aeiomnprstuvxz'.split(''))
    const edit = fc.tuple(fc.nat(11), fc.nat(3), letters)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...devices), fc.tuple(edit, edit), async (device, edits) => {
        const typed = edits.slice(0, toleranceOf(device.length)).reduce(mistyped, device)
        fc.pre(typed.length >= 4 && toleranceOf(typed.length) >= toleranceOf(device.length) && !isBeginning(typed))
        expect(await finds(typed)).toContain(device)
      }),
      { numRuns: 150 },
    )
  })

  test('finds singulars by plurals and plurals by singulars', async () => {
    expect(await finds('batteries')).toEqual(['battery', 'trolley'])
    expect(await finds('battery')).toEqual(['battery', 'trolley'])
    expect(await finds('trolley')).toEqual(['trolley', 'battery'])
    expect(await finds('boxes')).toEqual(['trolley'])
  })

  test('finds a plural while it is being typed', async () => {
    const steps = ['batter', 'battery', 'batteri', 'batterie', 'batteries']
    const answers = await Promise.all(steps.map(finds))
    expect(answers.map((ids) => ids[0])).toEqual(steps.map(() => 'battery'))
  })

  test('finds compounds written as one word, as two or with a hyphen', async () => {
    expect(await finds('wheelchair')).toEqual(['chair'])
    expect(await finds('wheel chair')).toEqual(['chair'])
    const spellings = await Promise.all(['xray', 'x ray', 'x-ray'].map(finds))
    expect(spellings).toEqual([['xray'], ['xray'], ['xray']])
  })

  test('finds a word while it is being typed with a mistake', async () => {
    expect(await finds('nebil')).toEqual(['nebuliser'])
    expect(
      (await indexes.index.suggest({ text: 'vemtil', size: 5 })).products.map(({ document }) => document.id),
    ).toEqual(['ventilator'])
  })
})

describe('the search index in Postgres, and its counters', () => {
  let indexes: PostgresSearchIndexes

  beforeEach(async () => {
    indexes = await openPostgresIndexes()
  })
  afterEach(() => indexes.dispose())

  const recount = `
    with schema as (select 'search_index_' || live as name from search_index.generation)
    select count(*) as wrong from (
      select word, count(*) as n from search_index_1.document, unnest(tsvector_to_array(words)) as word group by word
    ) as counted full join search_index_1.vocabulary using (word) where n is distinct from documents
    union all
    select count(*) from (select shelf as id, count(*) as n from search_index_1.document group by shelf) as counted
    full join search_index_1.shelf using (id) where coalesce(n, 0) <> documents`

  test('counts words and facet buckets correctly, whatever is added and removed', async () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd')
    const word = fc.constantFrom('pump', 'pumps', 'bed', 'ECG-12', 'मॉनिटर')
    const document = fc.record({ id, title: word, description: word, brand: fc.constantFrom('A', 'B') })
    const put = document.map((fields) => () => indexes.index.live().put([searchDocument(fields.id, fields)]))
    const remove = fc.array(id).map((ids) => () => indexes.index.live().remove(ids))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(put, put, remove), { maxLength: 12 }), async (steps) => {
        for (const step of steps) await step()
        const { rows } = await indexes.database.pool.query<{ wrong: number }>(recount)
        expect(rows.map(({ wrong }) => wrong)).toEqual([0, 0])
      }),
      { numRuns: 40 },
    )
  })

  test('recreates an index of another layout', async () => {
    await indexes.index.live().put([searchDocument('a')])
    await indexes.database.pool.query('update search_index.generation set layout = 0')
    await indexes.index.prepare()
    expect(await indexes.index.live().count()).toBe(0)
    await indexes.index.live().put([searchDocument('a', { title: 'Otoscope' })])
    expect(await idsFor(indexes.index, 'otoscope')).toEqual(['a'])
  })

  test('is found again by a process that was idle during several swaps', async () => {
    const idleProcess = await indexes.another()
    await indexes.index.live().put([searchDocument('a', { title: 'Otoscope' })])
    expect(await idsFor(idleProcess, 'otoscope')).toEqual(['a'])
    for (const id of ['b', 'c', 'd']) {
      await (await indexes.index.beginBuild()).put([searchDocument(id, { title: 'Otoscope' })])
      await indexes.index.swap()
    }
    expect(await idsFor(idleProcess, 'otoscope')).toEqual(['d'])
    await idleProcess.live().put([searchDocument('e', { title: 'Otoscope' })])
    expect((await idsFor(indexes.index, 'otoscope')).toSorted()).toEqual(['d', 'e'])
  })

  test('is searched by the words that another process has just written', async () => {
    const another = await indexes.another()
    for (const word of ['otoscope', 'nebuliser', 'catheter', 'ventilator', 'defibrillator', 'stethoscope']) {
      expect(await idsFor(another, word)).toEqual([])
      await indexes.index.live().put([searchDocument(word, { title: word })])
      expect(await idsFor(another, word)).toEqual([word])
      expect(await idsFor(another, word.slice(1))).toEqual([word])
      await indexes.index.live().remove([word])
    }
  })

  test('is found by a process that was idle during a swap, while its old generation is locked for dropping', async () => {
    const idleProcess = await indexes.another()
    await indexes.index.live().put([searchDocument('a', { title: 'Otoscope' })])
    expect(await idsFor(idleProcess, 'otoscope')).toEqual(['a'])
    await (await indexes.index.beginBuild()).put([searchDocument('b', { title: 'Otoscope' })])
    await indexes.index.swap()
    await indexes.database.db.transaction().execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(trx)
      await sql`lock table search_index_1.vocabulary`.execute(trx)
      expect(await idsFor(idleProcess, 'otoscope')).toEqual(['b'])
    })
  })
})

describe('the search index in Postgres, when the database fails', () => {
  test('reports the database as unavailable when it does not answer', async () => {
    const database = openDatabase('postgres://nobody@127.0.0.1:1/none', { applicationName: 'shop test' })
    const index = openPostgresSearchIndex({ ...database, log: silentLog })
    await expect(index.ping()).rejects.toThrow(EngineUnavailable)
    await expect(index.search(asking())).rejects.toThrow(EngineUnavailable)
    await expect(index.suggest({ text: 'a', size: 1 })).rejects.toThrow(EngineUnavailable)
    await expect(index.live().put([searchDocument('a')])).rejects.toThrow(EngineUnavailable)
    await expect(index.live().get(['a'])).rejects.toThrow(EngineUnavailable)
    await database.close()
  })

  test('names the command for the operator if it may not create its schemas', async () => {
    const fresh = await freshDatabase()
    const database = openDatabase(fresh.url, { applicationName: 'shop test' })
    await database.pool.query(`revoke create on database ${new URL(fresh.url).pathname.slice(1)} from shop`)
    const index = openPostgresSearchIndex({ ...database, log: silentLog })
    const refusal = await index.prepare().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(OperatorError)
    expect(refusal).toHaveProperty('remedy', expect.stringContaining('GRANT CREATE ON DATABASE'))
    await database.close()
    await fresh.drop()
  })
})
