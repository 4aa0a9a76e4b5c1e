import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#core/config/config.ts'
import { openInfrastructure, type Infrastructure } from '#modules/shop/engines/infrastructure.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { allRoles } from '#modules/shop/roles.ts'
import { eventDefinitions, moduleMigrations } from '#modules/shop/manifests.ts'
import { projectionMigrations } from '#core/projections/checkpoints/migrations.ts'
import { eventually } from '#test/support/eventually.ts'
import { runOpsIn } from '#test/support/shop/ops-in-process.ts'
import { openReplaceableLog, type ReplaceableLog } from '#test/support/replaceable-log/open.ts'
import type { LogBackup } from '../support/replaceable-log/servers.ts'
import { apiCaller } from '#test/support/shop/api-caller.ts'
import { addProducts, adminPassword, openTestShop, orderFor, type TestShop } from '#test/support/shop/shop.ts'
import { startShop, type Shop } from '#modules/shop/start/shop.ts'

describe('ops adopt-log on an older copy of EventStoreDB, or of its double on the wire', () => {
  let log: ReplaceableLog
  let first: TestShop
  let visitor: Infrastructure
  let second: Shop | undefined
  let backup: LogBackup
  let token: string
  let product: Awaited<ReturnType<typeof addProducts>>[number]
  let kept: string
  let lost: string

  const config = () =>
    readConfig(
      {
        ADMIN_PASSWORD: adminPassword,
        DATABASE_URL: first.shop.infrastructure.databaseUrl,
        DATA_DIR: first.dataDir,
        EVENTSTORE_URL: log.url,
        PORT: '0',
        SEED: 'none',
      },
      first.dataDir,
    )

  async function place({ call }: Pick<TestShop, 'call'>): Promise<string> {
    const placed = await call('POST', '/api/orders', { token, body: orderFor([[product, 1]]) })
    expect(placed.status).toBe(201)
    return placed.body.orderId
  }

  async function mails(): Promise<Record<string, string>> {
    const { rows } = await sql<{ stream: string; status: string }>`
      select stream, status from notifications where kind = 'order-placed'`.execute(visitor.database.db)
    return Object.fromEntries(rows.map(({ stream, status }) => [stream, status]))
  }

  beforeAll(async () => {
    log = await openReplaceableLog()
    first = await openTestShop({ EVENTSTORE_URL: log.url })
    token = (await first.signUp()).accessToken
    const [added] = await addProducts(first, [{}])
    if (added === undefined) throw new Error('no product')
    product = added
    kept = await place(first)
    await first.settled()
    backup = await log.backUp()
    lost = await place(first)
    await first.settled()
    await first.shop.stop()
    await log.restore(backup)
    visitor = await openInfrastructure({
      config: config(),
      log: silentLog,
      roles: [],
      definitions: eventDefinitions,
      migrations: { ...moduleMigrations, ...projectionMigrations },
      onLockLost: () => undefined,
    })
    // Its mail is still queued: an order that is lost must not be confirmed to anyone.
    await sql`update notifications set status = 'pending' where stream = ${`order-${lost}`}`.execute(
      visitor.database.db,
    )
  })

  afterAll(async () => {
    await second?.stop()
    await visitor.close()
    await first.close()
    await log.close()
  })

  test('prints what it would do, and changes nothing unless the head is given', async () => {
    const { code, stdout } = await runOpsIn(visitor, 'adopt-log')
    expect(code).toBe(1)
    expect(stdout).toContain('1 order among them')
    expect(stdout).toContain('close 1 email about events that the log does not contain')
    expect(stdout).toContain('delete 1 stored response')
    expect(stdout).toContain(`adopt-log --head ${await visitor.store.head()}`)
    expect((await runOpsIn(visitor, 'adopt-log', '--json')).stdout).toContain('"adopted": false')
  })

  test('refuses a head other than the log’s', async () => {
    const { code, stderr } = await runOpsIn(visitor, 'adopt-log', '--head', '1')
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('nothing was changed') })
  })

  test('changes nothing if the file of orphaned rows cannot be written', async () => {
    const head = await visitor.store.head()
    const withoutFolder = { ...visitor, dataDir: join(first.dataDir, 'not-there') }
    await expect(runOpsIn(withoutFolder, 'adopt-log', '--head', String(head))).rejects.toMatchObject({ code: 'ENOENT' })
    expect((await mails())[`order-${lost}`]).toBe('pending')
    expect(await visitor.store.head()).toBe(head)
  })

  test('writes the orphaned rows to a new file, adopts the log and records the adoption', async () => {
    const head = await visitor.store.head()
    const { code, stdout } = await runOpsIn(visitor, 'adopt-log', '--head', String(head))
    expect({ code, stdout }).toMatchObject({ code: 0 })
    const file = (await readdir(first.dataDir)).find((name) => name.startsWith('adopted-log-')) ?? ''
    const path = join(first.dataDir, file)
    expect(stdout).toContain(path)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const kinds = (await readFile(path, 'utf8')).trimEnd().split('\n')
    expect(kinds.filter((line) => line.includes(lost)).map((line) => JSON.parse(line).kind)).toEqual(
      expect.arrayContaining(['event', 'notification', 'row of orders']),
    )
    expect((await mails())[`order-${lost}`]).toBe('cancelled')
    const { rows: reactors } = await sql<{ name: string; position: number }>`
      select name, position from projection_checkpoints where kind = 'reactor'`.execute(visitor.database.db)
    // At the last common event, which precedes the record of the adoption: no mail from the beginning is sent again.
    for (const { position } of reactors) expect(position).toBe(head)
    expect(reactors.length).toBeGreaterThan(1)
    expect((await runOpsIn(visitor, 'history')).stdout).toContain('EventLogAdopted')
    expect((await runOpsIn(visitor, 'verify', '--all')).code).toBe(0)
    expect((await runOpsIn(visitor, 'adopt-log')).stdout).toContain('nothing changes')
  })

  test('lets the shop start, list and mail new orders, and drop the lost one', async () => {
    second = await startShop({ config: config(), roles: allRoles, log: silentLog })
    const call = apiCaller(`http://127.0.0.1:${second.port}`)
    await eventually(async () => expect((await call('GET', '/health/ready')).status).toBe(200), 60_000)
    const placed = await place({ call })
    const login = { username: 'admin', password: adminPassword }
    const { body: admin } = await call('POST', '/api/auth/authenticate', { body: login })
    const { body } = await call('GET', '/api/orders?size=100', { token: admin.accessToken })
    expect(body.content.map(({ orderId }: { orderId: string }) => orderId)).toEqual([placed, kept])
    await eventually(async () => expect(await mails()).toMatchObject({ [`order-${placed}`]: 'sent' }), 60_000)
    expect(await mails()).toEqual({
      [`order-${kept}`]: 'sent',
      [`order-${lost}`]: 'cancelled',
      [`order-${placed}`]: 'sent',
    })
  })
})
