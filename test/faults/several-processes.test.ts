import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import { needsMeili, needsRedis } from '#test/support/engines/engines.ts'
import { eventually } from '#test/support/eventually.ts'
import { openMeili, type TestMeili } from '#test/support/engines/meilisearch.ts'
import { runOps } from '#test/support/shop/ops-process.ts'
import { businessMailCounts } from '#test/support/shop/outbox.ts'
import { openNamedLog, type NamedEngines } from '#test/support/engines/named-engines.ts'
import { freshDatabase, openPool, type FreshDatabase } from '#test/support/postgres/postgres.ts'
import { openRedis, type TestRedis } from '#test/support/engines/redis.ts'
import { startShopProcess, type ShopProcess } from '#test/support/shop/shop-process.ts'
import { apiCaller, signUpWith, type Caller } from '#test/support/shop/api-caller.ts'
import { adminPassword, monitor, orderFor } from '#test/support/shop/shop.ts'

type Role = 'api' | 'projections' | 'workers'

describe(
  'two processes of each role on one Postgres, Redis and Meilisearch',
  needsRedis.skip ? needsRedis : needsMeili,
  () => {
    let database: FreshDatabase
    let log: NamedEngines
    let redis: TestRedis
    let meili: TestMeili
    let pool: Pool
    let dataDir: string
    const processes: ShopProcess[] = []
    let worker: ShopProcess
    let a: Caller
    let b: Caller
    let adminToken: string

    const env = () => ({
      ...log.env,
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      MEILI_URL: meili.url,
      MEILI_KEY: meili.key ?? '',
      MEILI_INDEX: `shop-${dataDir.slice(-6)}`,
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: adminPassword,
      SEED: 'none',
    })

    async function start(role: Role): Promise<ShopProcess> {
      const started = await startShopProcess(env(), role)
      processes.push(started)
      return started
    }

    beforeAll(async () => {
      ;[database, log, redis, meili] = await Promise.all([freshDatabase(), openNamedLog(), openRedis(), openMeili()])
      pool = openPool(database.url, 1)
      dataDir = await mkdtemp(join(tmpdir(), 'shop-several-'))
      // The first one leads; the second ones start once it does.
      await start('projections')
      const [one, two] = await Promise.all([start('api'), start('api')])
      worker = await start('workers')
      await Promise.all([start('projections'), start('workers')])
      a = apiCaller(one.url)
      b = apiCaller(two.url)
      const login = await a('POST', '/api/auth/authenticate', { body: { username: 'admin', password: adminPassword } })
      adminToken = login.body.accessToken
    }, 540_000)

    afterAll(async () => {
      await Promise.all(processes.map((each) => each.end('SIGTERM')))
      await Promise.all([log?.close(), redis?.close(), meili?.close()])
      await pool?.end()
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    })

    async function addProduct(title: string) {
      const added = await a('POST', '/api/products', { token: adminToken, body: { ...monitor, title } })
      expect(added.status).toBe(201)
      return { ...monitor, title, id: String(added.body.id) }
    }

    async function change(id: string, changes: Partial<typeof monitor>) {
      const changed = await a('PUT', `/api/products/${id}`, { token: adminToken, body: { ...monitor, ...changes } })
      expect(changed.status).toBe(200)
      return { 'X-Min-Position': changed.headers.get('X-Event-Position') ?? '' }
    }

    test('data written by one is read by the other, from its cache and from the search too', async () => {
      const { id } = await addProduct('Otoscope')
      for (let round = 1; round <= 5; round++) {
        const title = `Otoscope ${round}`
        const headers = await change(id, { title, price: round })
        const [one, list, found] = await Promise.all([
          b('GET', `/api/products/${id}`, { headers }),
          b('GET', '/api/products', { headers }),
          b('PUT', '/api/products/search', { headers, body: { text: title } }),
        ])
        expect([one.status, list.status, found.status]).toEqual([200, 200, 200])
        expect([one.body.title, list.body.content[0].price, found.body.content[0].title]).toEqual([title, round, title])
      }
    })

    test('one key sent to both creates one order', async () => {
      const product = await addProduct('Sphygmomanometer')
      const buyer = await signUpWith(b)
      const headers = { 'Idempotency-Key': newId() }
      const body = orderFor([[product, 1]])
      const ask = (call: Caller) => call('POST', '/api/orders', { token: buyer.accessToken, headers, body })
      const answers = await Promise.all([ask(a), ask(b), ask(a), ask(b)])
      expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
      await eventually(async () => {
        const again = await Promise.all([ask(a), ask(b)])
        expect(again.map(({ status }) => status)).toEqual([201, 201])
        expect(new Set([...again, ...answers].flatMap(({ status, text }) => (status === 201 ? [text] : []))).size).toBe(
          1,
        )
      })
      const mine = await b('GET', `/api/orders/myorder/${buyer.loginUserName}`, { token: buyer.accessToken })
      expect(mine.body.totalElements).toBe(1)
    })

    test('a login is throttled on one after it has failed on the other', async () => {
      const buyer = await signUpWith(a)
      const fail = (call: Caller) =>
        call('POST', '/api/auth/authenticate', { body: { username: buyer.loginUserName, password: 'a wrong guess' } })
      await eventually(async () => expect((await fail(a)).status).toBe(429), 60_000)
      expect((await fail(b)).status).toBe(429)
    })

    test('a logout on one revokes the token on the other', async () => {
      const buyer = await signUpWith(a)
      const me = () => b('GET', '/api/users/me', { token: buyer.accessToken })
      expect((await me()).status).toBe(200)
      await a('POST', '/api/auth/logout', { token: buyer.accessToken })
      await eventually(async () => expect((await me()).status).toBe(401))
    })

    test('one projector runs every read model, and the other takes over when it is killed', async () => {
      const { id } = await addProduct('Bronchoscope')
      const oneProjector = [expect.stringMatching(/^shop projections \d+$/)]
      // On a busy machine it may have become the second one.
      await eventually(async () => expect(await holders()).toEqual(oneProjector))
      const [leader] = await holders()
      const killed = processes.find(({ child }) => leader === `shop projections ${child.pid}`)
      expect(await killed?.end('SIGKILL')).toBe('SIGKILL')
      await eventually(async () => {
        const heirs = await holders()
        expect(heirs).toEqual(oneProjector)
        expect(heirs).not.toEqual([leader])
      })
      const headers = await change(id, { title: 'Laryngoscope' })
      const found = await b('PUT', '/api/products/search', { headers, body: { text: 'laryngoscope' } })
      expect([found.status, found.body.content?.[0]?.title]).toEqual([200, 'Laryngoscope'])
    })

    // What the dead one held is free once its lock, two checks for stalled jobs and its lease are over.
    test('the other worker sends the mails, each once, when one is killed', { timeout: 150_000 }, async () => {
      const product = await addProduct('Stretcher')
      const buyer = await signUpWith(a)
      const order = () => a('POST', '/api/orders', { token: buyer.accessToken, body: orderFor([[product, 1]]) })
      expect((await Promise.all([order(), order(), order()])).map(({ status }) => status)).toEqual([201, 201, 201])
      await worker.end('SIGKILL')
      expect((await order()).status).toBe(201)
      await eventually(async () => {
        const counts = await businessMailCounts({ call: a, adminToken })
        expect(counts).toEqual({ waiting: 0, held: 0, failed: 0, done: 5 })
      }, 360_000)
      // The killed one may have left part of a mail next to them, under another name.
      const files = await readdir(join(dataDir, 'outbox', buyer.id))
      expect(files.filter((name) => name.endsWith('.eml'))).toHaveLength(5)
    })

    test('after all of this each read model, including the search index, matches the events', async () => {
      expect(await runOps(env(), 'verify', '--all')).toMatchObject({ code: 0 })
    })

    /** The processes that hold the locks of read models, by the names of their sessions; `null` if none does. */
    async function holders(): Promise<(string | null)[]> {
      const { rows } = await pool.query<{ holder: string | null }>(`
        select distinct application_name as holder from projection_checkpoints
        left join (pg_locks join pg_stat_activity using (pid)) on locktype = 'advisory' and granted
          and database = (select oid from pg_database where datname = current_database())
          and objid = (hashtext('follow ' || name)::bigint & 4294967295)::oid
        where slot = 'live' and kind <> 'reactor'`)
      return rows.map(({ holder }) => holder)
    }
  },
)
