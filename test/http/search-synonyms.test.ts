import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import { suppliedSynonyms } from '#modules/catalogue/search/words/read-synonyms.ts'
import { takeInSynonyms } from '#modules/search-words/synonyms/commands.ts'
import { type Call } from '../support/shop/api-caller.ts'
import { addProducts, openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const admin = (method: string, path: string, call: Call = {}) =>
  shop.call(method, `/api/search/synonyms${path}`, { token: shop.adminToken, ...call })

const usg = { language: 'en', terms: ['usg', 'sono machine'], means: ['ultrasound machine'], kind: 'abbreviation' }

async function addSynonym(body: Record<string, unknown> = usg): Promise<{ id: string }> {
  const answer = await admin('POST', '', { body })
  expect(answer.status).toBe(201)
  return answer.body
}

async function listed(query: string): Promise<{ id: string }[]> {
  return (await admin('GET', `?size=100&${query}`)).body.content
}

async function find(id: string, state = 'used') {
  return (await listed(`state=${state}&text=${id}`)).find((entry) => entry.id === id)
}

describe('a synonym', () => {
  test('is added, changed, removed and restored, each as an event of one stream', async () => {
    const { id } = await addSynonym()
    expect(await find(id)).toMatchObject({ ...usg, revision: 0, removed: false, undoable: false, supplied: false })

    const means = ['ultrasound machine', 'colour doppler']
    const changed = await admin('PUT', `/${id}`, { body: { ...usg, means } })
    expect(changed.body).toMatchObject({ id, means, revision: 1, undoable: true })
    expect(changed.headers.get('ETag')).toBe('"1"')
    expect((await admin('POST', `/${id}/undo`)).body).toMatchObject({ ...usg, revision: 2, undoable: false })

    expect((await admin('DELETE', `/${id}`)).status).toBe(204)
    expect(await find(id)).toBeUndefined()
    expect(await find(id, 'removed')).toMatchObject({ removed: true, undoable: true })
    expect((await admin('PUT', `/${id}`, { body: usg })).status).toBe(404)
    expect((await admin('POST', `/${id}/undo`)).body).toMatchObject({ ...usg, removed: false })
    expect(await find(id)).toMatchObject(usg)

    const query = 'stream=searchSynonyms&size=5'
    const { body } = await shop.call('GET', `/api/audit/events?${query}`, { token: shop.adminToken })
    expect(body.content.map(({ type }: { type: string }) => type)).toEqual([
      'SynonymRestored',
      'SynonymRemoved',
      'SynonymRestored',
      'SynonymChanged',
      'SynonymAdded',
    ])
    expect(body.content[3].sentence).toContain('“usg, sono machine” for “ultrasound machine, colour doppler”')
  })

  test('is stored normalized: each text on one line, and once', async () => {
    const { id } = await addSynonym({ terms: ['  bp \n apparatus ', 'bp apparatus'], means: 'bp monitor' })
    expect(await find(id)).toMatchObject({
      terms: ['bp apparatus'],
      means: ['bp monitor'],
      language: 'en',
      kind: 'synonym',
    })
  })

  test.each([
    [{ terms: [] }, 'terms'],
    [{ terms: undefined }, 'terms'],
    [{ terms: [' '] }, 'terms'],
    [{ terms: ['x'.repeat(101)] }, 'terms'],
    [{ means: '' }, 'means'],
    [{ means: Array.from({ length: 51 }, () => 'x') }, 'means'],
    [{ language: 'mr' }, 'language'],
    [{ kind: 'rumour' }, 'kind'],
  ])('with %j is rejected at its field', async (fault, field) => {
    const answer = await admin('POST', '', { body: { ...usg, ...fault } })
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].field).toBe(field)
    expect(answer.body.message).toMatch(/^(Enter what|Language must|Kind must)/)
  })

  test('changed in the meantime is neither changed nor removed by an admin who has not seen that', async () => {
    const { id } = await addSynonym()
    const headers = { 'If-Match': '"0"' }
    expect((await admin('PUT', `/${id}`, { body: { ...usg, kind: 'lay' }, headers })).status).toBe(200)
    expect((await admin('PUT', `/${id}`, { body: { ...usg, kind: 'synonym' }, headers })).status).toBe(412)
    expect((await admin('DELETE', `/${id}`, { headers })).status).toBe(412)
    expect((await admin('POST', `/${id}/undo`, { headers })).status).toBe(412)
    expect(await find(id)).toMatchObject({ kind: 'lay', revision: 1 })
  })

  test('is added once under one idempotency key', async () => {
    const headers = { 'Idempotency-Key': 'synonym-once' }
    const ids = [await admin('POST', '', { body: usg, headers }), await admin('POST', '', { body: usg, headers })]
    expect(new Set(ids.map(({ body }) => body.id)).size).toBe(1)
  })

  test('that does not exist is not found, and undoing nothing is a conflict', async () => {
    const { id } = await addSynonym()
    expect((await admin('POST', `/${id}/undo`)).status).toBe(409)
    for (const [method, path] of [
      ['PUT', '/unknown'],
      ['DELETE', '/unknown'],
      ['POST', '/unknown/undo'],
    ] as const)
      expect((await admin(method, path, method === 'PUT' ? { body: usg } : {})).status).toBe(404)
  })
})

async function preview(body: Record<string, unknown>) {
  const answer = await admin('POST', '/preview', { body })
  const [before, after] = [answer.body.before, answer.body.after].map(([first]) => first?.title)
  return { text: answer.body.text, before, after }
}

test('a preview shows the hits of a search before and after a change, and stores nothing', async () => {
  await addProducts(shop, [{ title: 'Vexed Salt Lamp' }, { title: 'Vexed Cork Press' }])
  const words = { terms: ['plonk'], means: ['vexed cork press'] }
  const { id } = await addSynonym(words)
  const change = { id, ...words, means: ['vexed salt lamp'] }
  const [press, lamp] = ['Vexed Cork Press', 'Vexed Salt Lamp']
  expect(await preview(change)).toEqual({ text: 'plonk', before: press, after: lamp })
  expect(await preview({ ...change, terms: ['zonkers'], text: 'plonk' })).toMatchObject({
    before: press,
    after: undefined,
  })
  expect(await preview({ ...change, id: undefined, terms: 'zonk' })).toMatchObject({ text: 'zonk', before: undefined })
  expect(await find(id)).toMatchObject(words)
})

test('the list is filtered by words, language and kind, and is paged', async () => {
  const hindi = { terms: ['साँस की मशीन'], means: ['ventilator'], language: 'hi', kind: 'lay' }
  const { id } = await addSynonym(hindi)
  const isListed = async (query: string) => (await listed(query)).some((entry) => entry.id === id)
  expect(await isListed('language=hi')).toBe(true)
  expect(await isListed('language=en')).toBe(false)
  expect(await isListed('kind=lay&text=VENTIL')).toBe(true)
  expect(await isListed(`text=${encodeURIComponent('मशीन साँस')}`)).toBe(true)
  expect(await isListed('text=100%25')).toBe(false)
  const { body } = await admin('GET', '?size=1')
  expect(body).toMatchObject({ size: 1, number: 0, first: true, last: false, content: [{ id }] })
})

test('those that come with the shop are imported at the start', async () => {
  expect(await find('usg')).toMatchObject({ supplied: true, undoable: false, revision: 0 })
})

test('edited and removed ones that came with the shop survive the next start', async () => {
  const { store } = shop.shop.infrastructure
  const ids = (await listed('text=nibp')).map(({ id }) => id)
  const [edited = '', removed = ''] = ids
  await admin('PUT', `/${edited}`, { body: usg })
  await admin('DELETE', `/${removed}`)
  const head = await store.head()
  await takeInSynonyms({ store, newId }, suppliedSynonyms())
  expect(await store.head()).toBe(head)
  await takeInSynonyms({ store, newId }, [...suppliedSynonyms(), { ...usg, id: 'of-a-later-release' }])
  expect(await find(edited)).toMatchObject({ terms: usg.terms, supplied: true })
  expect(await find(removed)).toBeUndefined()
  await shop.settled()
  expect(await find('of-a-later-release')).toMatchObject({ supplied: true })
})

const titlesOf = (found: { title: string }[]) => found.map(({ title }) => title)

describe('every search in every process', () => {
  let other: TestShop

  beforeAll(async () => {
    const { databaseUrl } = shop.shop.infrastructure
    other = await openTestShop({ DATABASE_URL: databaseUrl, DATA_DIR: shop.dataDir }, { roles: ['api'] })
  })
  afterAll(() => other.close())

  async function found(text: string): Promise<string[]> {
    const head = await shop.shop.infrastructure.store.head()
    const headers = { 'X-Min-Position': String(head) }
    const answers = [shop, other].flatMap((process) => [
      process
        .call('PUT', '/api/products/search', { body: { text }, headers })
        .then(({ body }) => titlesOf(body.content)),
      process.call('GET', `/api/products/suggest?text=${text}`, { headers }).then(({ body }) => titlesOf(body)),
    ])
    const [first = [], ...others] = await Promise.all(answers)
    for (const titles of others) expect(titles).toEqual(first)
    return first
  }

  test('uses a synonym as soon as it is added, changed, removed or restored', async () => {
    await addProducts(shop, [{ title: 'Zonal Lavage Pump' }, { title: 'Zonal Bone Saw' }])
    expect(await found('qwertsch')).toEqual([])
    const words = { terms: ['qwertsch'], means: ['lavage pump'] }
    const { id } = await addSynonym(words)
    expect(await found('qwertsch')).toEqual(['Zonal Lavage Pump'])
    await admin('PUT', `/${id}`, { body: { ...words, means: ['bone saw'] } })
    expect(await found('qwertsch')).toEqual(['Zonal Bone Saw'])
    await admin('POST', `/${id}/undo`)
    expect(await found('qwertsch')).toEqual(['Zonal Lavage Pump'])
    await admin('DELETE', `/${id}`)
    expect(await found('qwertsch')).toEqual([])
    await admin('POST', `/${id}/undo`)
    expect(await found('qwertsch')).toEqual(['Zonal Lavage Pump'])
  })
})
