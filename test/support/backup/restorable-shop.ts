import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../eventually.ts'
import { freshDatabase, type FreshDatabase } from '../postgres/postgres.ts'
import { startShopProcess, type ShopProcess } from '../shop/shop-process.ts'
import { openStoppedShop } from '../shop/stopped-shop.ts'
import { apiCaller, type Answer, type Caller } from '../shop/api-caller.ts'
import { monitor } from '../shop/shop.ts'

/** The environment of a shop, and of the commands about it. */
export type Place = Record<string, string> & { DATA_DIR: string }

export const passphrase = 'four words of the drill'
const admin = { username: 'admin', password: 'a shop that is only tested' }

/** A folder for shops that are backed up and restored, each with the same list of erasures outside its data. */
export type Drills = {
  folder: string
  /** Where there is nothing yet: on the embedded Postgres, or on an empty database of the operator. */
  embedded(name: string): Place
  external(name: string): Promise<Place>
  close(): Promise<void>
}

export async function openDrills(): Promise<Drills> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-backup-'))
  const databases: FreshDatabase[] = []
  const embedded = (name: string): Place => ({
    DATA_DIR: join(folder, name),
    SEED: 'none',
    ADMIN_PASSWORD: admin.password,
    ERASURES_FILE: join(folder, 'erasures.txt'),
    BACKUP_PASSPHRASE: passphrase,
  })
  return {
    folder,
    embedded,
    async external(name) {
      const database = await freshDatabase()
      databases.push(database)
      return { ...embedded(name), DATABASE_URL: database.url }
    },
    async close() {
      for (const database of databases) await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type RunningShop = ShopProcess & { call: Caller; token: string }

/** Starts the shop of a place as an operator does. */
export async function startAt(place: Place): Promise<RunningShop> {
  const shop = await startShopProcess(place)
  const call = apiCaller(shop.url)
  const login = await call('POST', '/api/auth/authenticate', { body: admin })
  return { ...shop, call, token: String(login.body.accessToken) }
}

/** Adds a product; resolves once it can be ordered. */
export async function addProduct({ call, token }: RunningShop): Promise<Answer['body']> {
  const { body } = await call('POST', '/api/products', { token, body: monitor })
  await eventually(async () => {
    const { status } = await call('GET', `/api/products/${body.id}`)
    if (status !== 200) throw new Error(`the product is ${status}`)
  })
  return body
}

/** The places of a stopped shop in which any of these texts occurs: rows of every table, and files of its data folder. */
export async function placesWith(texts: readonly string[], place: Place): Promise<string[]> {
  const files = await readdir(place.DATA_DIR, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const file of files.filter((one) => one.isFile())) {
    const path = join(file.parentPath, file.name)
    const bytes = await readFile(path, 'latin1')
    if (texts.some((text) => bytes.includes(text))) found.push(path)
  }
  return [...found, ...(await tablesWith(texts, place))]
}

async function tablesWith(texts: readonly string[], place: Place): Promise<string[]> {
  const infrastructure = await openStoppedShop(place)
  try {
    const { pool } = infrastructure.database
    const { rows: tables } = await pool.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname !~ '^(pg_|information_)'",
    )
    const found: string[] = []
    for (const { name } of tables) {
      const { rowCount } = await pool.query(`select from ${name} t where t::text like any($1) limit 1`, [
        texts.map((text) => `%${text}%`),
      ])
      if (rowCount !== 0) found.push(name)
    }
    return found
  } finally {
    await infrastructure.close()
  }
}
