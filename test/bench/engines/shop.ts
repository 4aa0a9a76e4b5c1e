import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#core/config/config.ts'
import { openInfrastructure } from '#modules/shop/engines/infrastructure.ts'
import { openLog } from '#core/telemetry/log.ts'
import { allRoles } from '#modules/shop/roles.ts'
import { startShop, type Shop } from '#modules/shop/start/shop.ts'
import type { CatalogueRow } from '../support/catalogue-generator.ts'
import { apiCaller, type Caller } from '../../support/shop/api-caller.ts'
import { adminPassword, monitor } from '../../support/shop/shop.ts'

export type BenchShop = {
  shop: Shop
  url: string
  /** Changes the product's price; resolves to the position of its event. */
  changePrice: (price: number) => Promise<number>
  /** Sets the quantity of the product in a guest's cart. */
  setLine: (cartId: string, quantity: number) => Promise<void>
  /** Imports rows of a supplier's file in one call. */
  importRows: (rows: readonly CatalogueRow[]) => Promise<void>
  close(): Promise<void>
}

/** The whole shop in this process, with one product; on the embedded Postgres unless `env` sets another engine. */
export async function openBenchShop(env: Record<string, string>): Promise<BenchShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  const settings = { DATA_DIR: dataDir, PORT: '0', SEED: 'none', ADMIN_PASSWORD: adminPassword, ...env }
  const shop = await startShop({ config: readConfig(settings, dataDir), roles: allRoles, log: openLog('error') })
  const url = `http://127.0.0.1:${shop.port}`
  const call = apiCaller(url)
  const login = await expecting(
    200,
    call('POST', '/api/auth/authenticate', { body: { username: 'admin', password: adminPassword } }),
  )
  const token: string = login.body.accessToken
  const added = await expecting(201, call('POST', '/api/products', { token, body: monitor }))
  return {
    shop,
    url,
    async changePrice(price) {
      const body = { ...monitor, price }
      const changed = await expecting(200, call('PUT', `/api/products/${added.body.id}`, { token, body }))
      return Number(changed.headers.get('X-Event-Position'))
    },
    async setLine(cartId, quantity) {
      await expecting(200, call('PUT', `/api/carts/${cartId}/items/${added.body.id}`, { body: { quantity } }))
    },
    async importRows(rows) {
      const body = { rows: rows.map((fields, index) => ({ row: index + 2, fields })) }
      const { body: imported } = await expecting(200, call('POST', '/api/catalogue/import', { token, body }))
      const refused = imported.rows.find(({ outcome }: { outcome: string }) => outcome !== 'added')
      if (refused !== undefined) throw new Error(`A row was not added: ${JSON.stringify(refused)}`)
    },
    async close() {
      await shop.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The embedded Postgres with the event tables, without subscriptions. */
export async function openBenchDatabase() {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  const infrastructure = await openInfrastructure({
    config: readConfig({ DATA_DIR: dataDir }, dataDir),
    log: openLog('error'),
    roles: [],
    definitions: {},
    migrations: {},
    onLockLost: () => undefined,
  })
  return {
    pool: infrastructure.database.pool,
    db: infrastructure.database.db,
    url: infrastructure.databaseUrl,
    listener: infrastructure.listener,
    async close() {
      await infrastructure.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function expecting(status: number, answering: ReturnType<Caller>) {
  const answer = await answering
  if (answer.status !== status) throw new Error(`Expected status ${status}, got ${answer.status}: ${answer.text}`)
  return answer
}
