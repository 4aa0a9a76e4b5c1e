import { randomBytes } from 'node:crypto'
import { access, appendFile, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leftToCi } from '../support/engines/engines.ts'
import { eventually } from '../support/eventually.ts'
import { freshDatabase, openPool, type FreshDatabase } from '../support/postgres/postgres.ts'
import { runsEverything } from '../support/runner/left-to-ci.ts'
import { runOps } from '../support/shop/ops-process.ts'
import { startShopProcess } from '../support/shop/shop-process.ts'
import { apiCaller, monitor, orderFor, signUpWith, type Answer, type TestShop } from '../support/shop/shop.ts'

// The drill of an operator: back up while buyers order, lose everything, restore, with the real processes.

const admin = { username: 'admin', password: 'a shop that is only tested' }
const passphrase = 'four words of the drill'
const secretive = { street: 'Sadashiv Peth 1187', mobile: '9867512340' }

type Env = Record<string, string>

let folder: string
const databases: FreshDatabase[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-backup-'))
})
afterAll(async () => {
  for (const database of databases) await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const isUntouched = () =>
  access(join(folder, 'never made')).then(
    () => false,
    () => true,
  )

/** A place for a shop where there is nothing yet. */
const places: Readonly<Record<string, (name: string) => Promise<Env>>> = {
  'the embedded Postgres': (name) => Promise.resolve({ DATA_DIR: join(folder, name) }),
  'a Postgres of the operator': async (name) => {
    const database = await freshDatabase()
    databases.push(database)
    return { DATA_DIR: join(folder, name), DATABASE_URL: database.url }
  },
}

async function opened(place: Env) {
  const env = { ...place, SEED: 'none', ADMIN_PASSWORD: admin.password, ERASURES_FILE: join(folder, 'erasures.txt') }
  const shop = await startShopProcess(env)
  const call = apiCaller(shop.url)
  const login = await call('POST', '/api/auth/authenticate', { body: admin })
  return { ...shop, call, token: String(login.body.accessToken) }
}

async function addProduct(call: TestShop['call'], token: string) {
  const { body } = await call('POST', '/api/products', { token, body: monitor })
  await eventually(async () => expect((await call('GET', `/api/products/${body.id}`)).status).toBe(200))
  return body
}

/** Orders until it is stopped; resolves to the orders that were acknowledged. */
function keepOrdering(call: TestShop['call'], { token, product }: { token: string; product: Answer['body'] }) {
  const stopping = new AbortController()
  const placed: string[] = []
  const ordering = (async () => {
    while (!stopping.signal.aborted) {
      const { status, body } = await call('POST', '/api/orders', { token, body: orderFor([[product, 1]]) })
      if (status === 201) placed.push(body.orderId)
    }
  })()
  return {
    placed,
    async stop() {
      stopping.abort()
      await ordering
    },
  }
}

async function idsOfOrders(call: TestShop['call'], token: string): Promise<string[]> {
  const ids: string[] = []
  for (let page = 0; ; page++) {
    const { body } = await call('GET', `/api/orders?size=100&page=${page}`, { token })
    ids.push(...body.content.map(({ orderId }: { orderId: string }) => orderId))
    if (body.last) return ids
  }
}

/** The places of a stopped or running shop in which a text stands: every row, and every file of the data folder. */
async function placesWith(text: string, env: Env): Promise<string[]> {
  const files = await readdir(env['DATA_DIR'] ?? '', { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const file of files.filter((one) => one.isFile())) {
    const path = join(file.parentPath, file.name)
    if ((await readFile(path, 'latin1')).includes(text)) found.push(path)
  }
  return [...found, ...(env['DATABASE_URL'] === undefined ? [] : await rowsWith(text, env['DATABASE_URL']))]
}

async function rowsWith(text: string, url: string): Promise<string[]> {
  const pool = openPool(url, 1)
  try {
    const { rows: tables } = await pool.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname !~ '^(pg_|information_)'",
    )
    const found: string[] = []
    for (const { name } of tables) {
      const { rowCount } = await pool.query(`select from ${name} t where t::text like $1 limit 1`, [`%${text}%`])
      if (rowCount !== 0) found.push(name)
    }
    return found
  } finally {
    await pool.end()
  }
}

/** The second place is left to CI. */
const drilled = Object.entries(places).slice(0, runsEverything ? undefined : 1)

describe.each(drilled)(
  'a shop on %s',
  { meta: leftToCi('the drill on a Postgres of the operator') },
  (name, placeFor) => {
    const file = () => join(folder, `${name.replaceAll(' ', '-')}.backup`)
    const secret = { BACKUP_PASSPHRASE: passphrase }
    let target: Env

    test('is restored with all that was acknowledged before its backup, and without who was erased after it', async () => {
      const place = await placeFor(`${name} before`)
      const before = await opened(place)
      const product = await addProduct(before.call, before.token)
      const [asha, lata] = [await signUpWith(before.call, 'asha'), await signUpWith(before.call, 'lata')]
      const shipping = { ...orderFor([[product, 1]]).shipping, address: secretive.street, mobile: secretive.mobile }
      const personal = { token: lata.accessToken, body: orderFor([[product, 1]], { shipping }) }
      expect((await before.call('POST', '/api/orders', personal)).status).toBe(201)
      const load = keepOrdering(before.call, { token: asha.accessToken, product })
      await eventually(() => expect(load.placed.length).toBeGreaterThan(10))
      const placedBefore = [...load.placed, personal.body.orderId]
      const backup = await runOps({ ...place, ...secret }, 'backup', file(), '--json')
      expect(backup).toMatchObject({ code: 0 })
      await load.stop()
      expect((await before.call('DELETE', `/api/users/me`, { token: lata.accessToken })).status).toBe(204)
      await before.end('SIGKILL')
      await rm(place['DATA_DIR'] ?? '', { recursive: true })

      target = await placeFor(`${name} after`)
      const restore = await runOps(
        { ...target, ...secret },
        'restore',
        file(),
        '--erasures',
        join(folder, 'erasures.txt'),
      )
      expect(restore).toMatchObject({ code: 0, stderr: '' })
      expect(restore.stdout).toContain('1 person erased since then stay erased')
      const after = await opened(target)
      const restored = await idsOfOrders(after.call, after.token)
      expect(placedBefore.filter((id) => !restored.includes(id))).toEqual([])
      expect(new Set(restored).size).toBe(restored.length)
      const again = await after.call('GET', '/api/users/me', { token: asha.accessToken })
      expect(again).toMatchObject({ status: 200, body: { id: asha.id } })
      expect((await after.call('GET', '/api/users/me', { token: lata.accessToken })).status).toBe(401)
      const verified = await runOps(target, 'verify', '--all')
      expect(verified).toMatchObject({ code: 0 })
      await after.end('SIGTERM')
      for (const text of [secretive.street, secretive.mobile, lata.loginUserName])
        expect(await placesWith(text, target)).toEqual([])
    }, 180_000)

    test('is not restored over another, and the other keeps all it has', async () => {
      const refused = await runOps({ ...target, ...secret }, 'restore', file(), '--without-erasures')
      expect(refused).toMatchObject({ code: 1 })
      expect(refused.stderr).toContain('is not empty: a restore never overwrites anything')
      expect((await runOps(target, 'verify', '--all')).code).toBe(0)
    }, 120_000)
  },
)

describe('a restore', () => {
  let backup: string
  let target: Env

  beforeAll(async () => {
    const place = { DATA_DIR: join(folder, 'refusals') }
    const shop = await opened(place)
    await shop.end('SIGTERM')
    backup = join(folder, 'refusals.backup')
    const written = await runOps({ ...place, BACKUP_PASSPHRASE: passphrase }, 'backup', backup)
    if (written.code !== 0) throw new Error(written.stderr)
    target = { DATA_DIR: join(folder, 'never made'), BACKUP_PASSPHRASE: passphrase }
  }, 120_000)

  test.each<[string, Env, string]>([
    ['under another passphrase', { BACKUP_PASSPHRASE: 'four words of mine' }, 'was written under another passphrase'],
    ['without a passphrase', { BACKUP_PASSPHRASE: '' }, 'Set BACKUP_PASSPHRASE'],
    ['with another master key', { PERSONAL_DATA_KEY: randomBytes(32).toString('base64') }, 'another key'],
    ['of events that belong into EventStoreDB', { EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false' }, 'EVENTSTORE_URL'],
  ])('%s is refused before anything is written', async (_, env, message) => {
    const { code, stderr } = await runOps({ ...target, ...env }, 'restore', backup, '--without-erasures')
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) })
    expect(stderr).not.toMatch(/^\s+at /m)
    expect(await isUntouched()).toBe(true)
  })

  test('without the list of later erasures is refused before anything is written', async () => {
    const { code, stderr } = await runOps(target, 'restore', backup)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('there is no list of erasures') })
    expect(await isUntouched()).toBe(true)
  })

  test('of a file that was changed, cut off, or is no backup is refused before anything is written', async () => {
    const bytes = await readFile(backup)
    const changed = Buffer.from(bytes)
    changed[bytes.length - 200] = (bytes[bytes.length - 200] ?? 0) ^ 1
    const wrong = { changed, cut: bytes.subarray(0, bytes.length - 100), other: Buffer.from('a text\n') }
    for (const [name, content] of Object.entries(wrong)) {
      const file = join(folder, `${name}.backup`)
      await writeFile(file, content)
      const { code, stderr } = await runOps(target, 'restore', file, '--without-erasures')
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/is damaged|is no backup/) })
    }
    expect(await isUntouched()).toBe(true)
  }, 60_000)
})

describe('a backup', () => {
  test('replaces no file, has a passphrase of 12 characters, and can be read by its owner alone', async () => {
    const backup = join(folder, 'refusals.backup')
    const before = await readFile(backup)
    const again = await runOps({ DATA_DIR: join(folder, 'refusals'), BACKUP_PASSPHRASE: passphrase }, 'backup', backup)
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') })
    expect((await readFile(backup)).equals(before)).toBe(true)
    expect((await stat(backup)).mode & 0o777).toBe(0o600)
    const short = await runOps(
      { DATA_DIR: join(folder, 'refusals'), BACKUP_PASSPHRASE: 'eleven char' },
      'backup',
      join(folder, 'short.backup'),
    )
    expect(short).toMatchObject({ code: 1, stderr: expect.stringContaining('fewer than 12 characters') })
  }, 60_000)

  test('holds nothing that can be read without the passphrase', async () => {
    const text = await readFile(join(folder, 'refusals.backup'), 'latin1')
    expect(text).toMatch(/^age-encryption\.org\/v1\n-> scrypt/)
    expect(text).not.toMatch(/admin|argon2|accounts/)
  })
})

test('the list of erasures may be put together from several, with ids that no backup has', async () => {
  await appendFile(join(folder, 'erasures.txt'), 'somebody-else\n\n')
  const text = await readFile(join(folder, 'erasures.txt'), 'utf8')
  expect(text.split('\n')[0]).toMatch(/^# Accounts that were erased/)
  expect(text).not.toMatch(/clinic\.in|lata/)
})
