import { hostname } from 'node:os'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { addProjectionCommands } from '#modules/operations/ops/commands.ts'
import { runOpsIn } from '../support/shop/ops-in-process.ts'
import { runOps, startOps } from '../support/shop/ops-process.ts'
import { addProducts, openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

vi.setConfig({ testTimeout: 180_000 })

beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop, [{ title: 'First monitor' }, { title: 'Second monitor' }])
})
afterAll(() => shop.close())

const ops = (...parameters: string[]) => runOpsIn(shop.shop.infrastructure, ...parameters)
const eventStoreUnavailable = () => Promise.reject(new EngineUnavailable('event store'))
const change = (statement: string) => shop.shop.infrastructure.database.pool.query(statement)

describe('the operator’s command line, while the shop runs', () => {
  test('shows the state of all projections, for people and for scripts', async () => {
    const people = await ops('projections')
    expect(people).toMatchObject({ code: 0, stdout: expect.stringMatching(/product-list +\d+ +live/) })
    const scripts = await ops('projections', '--json')
    const head = await shop.shop.infrastructure.store.head()
    expect(head).toBeGreaterThanOrEqual(2)
    expect(JSON.parse(scripts.stdout)).toMatchObject({ head, projections: expect.any(Array) })
  })

  test('reports drift with exit code 1, previews what a replay changes, and repairs it', async () => {
    await change(`update read_product_list.products set qty = 99 where details->>'title' = 'First monitor'`)
    const verified = await ops('verify', 'product-list')
    expect(verified).toMatchObject({ code: 1, stdout: expect.stringContaining('different: ') })
    const dryRunDone = await ops('replay', 'product-list', '--dry-run')
    expect(dryRunDone).toMatchObject({ code: 0, stdout: expect.stringContaining('qty: 99 → 12') })
    const replayed = await ops('replay', 'product-list')
    expect(replayed).toMatchObject({ code: 0, stdout: expect.stringContaining('replayed') })
    expect(replayed.stderr).toMatch(/replay product-list: \d+ of \d+ \(100 %\)/)
    expect(await ops('verify', '--all')).toMatchObject({ code: 0 })
    const history = JSON.parse((await ops('history', 'product-list', '--json')).stdout)
    expect(history.history.map(({ type }: { type: string }) => type)).toEqual([
      'ProjectionVerified',
      'ProjectionReplayed',
      'ProjectionReplayRehearsed',
      'ProjectionVerified',
    ])
    expect(history.history[0].by.name).toContain(`@${hostname()}`)
  })

  test('rolls back to the previous build, makes a copy as of a time, and drops the copy', async () => {
    expect(await ops('rollback', 'product-list')).toMatchObject({ code: 0 })
    const copied = await ops('replay', 'product-list', '--until', '2099-01-01', '--into', 'products_then', '--json')
    expect(JSON.parse(copied.stdout)).toMatchObject({ table: 'products_then.products', rows: 2 })
    const of = await ops('replay', 'product-list', '--until', '1999-01-01', '--into', 'before_all', '--json')
    expect(JSON.parse(of.stdout)).toMatchObject({ table: 'before_all.products', rows: 0, position: 0 })
    expect(await ops('drop-copy', 'products_then')).toMatchObject({ code: 0 })
    expect(await ops('drop-copy', 'products_then')).toMatchObject({ code: 1 })
  })

  test('reports a rollback as done even while the event store is unavailable', async () => {
    expect(await ops('replay', 'product-list')).toMatchObject({ code: 0 })
    const { infrastructure } = shop.shop
    const store = { ...infrastructure.store, head: eventStoreUnavailable, append: eventStoreUnavailable }
    const rolledBack = await runOpsIn({ ...infrastructure, store }, 'rollback', 'product-list')
    expect(rolledBack).toMatchObject({ code: 0, stdout: expect.stringContaining('live again') })
    expect(rolledBack.stdout).toContain('once the event store answers')
  })

  test('replays the rows of one stream', async () => {
    const { rows } = await change(`update read_product_list.products set qty = 0 returning product_id`)
    const [first, second] = rows.map(({ product_id }: { product_id: string }) => product_id)
    expect(await ops('replay', 'product-list', '--stream', `product-${first}`)).toMatchObject({ code: 0 })
    const env = { DATABASE_URL: shop.shop.infrastructure.databaseUrl, DATA_DIR: shop.dataDir }
    const left = await runOps(env, 'verify', 'product-list')
    expect(left).toMatchObject({ code: 1, stdout: expect.stringContaining(`different: ${second}`) })
  })

  test('exits without an error when the reader of its output closes the pipe', async () => {
    const env = { DATABASE_URL: shop.shop.infrastructure.databaseUrl, DATA_DIR: shop.dataDir }
    const { child, ended } = startOps(env, 'projections')
    child.stdout?.destroy()
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })

  test.each([
    ['replay', 'nobody'],
    ['replay', 'carts', '--all'],
    ['rollback', 'carts'],
    ['history', 'nobody'],
    ['replay', 'carts', '--until', 'noon', '--into', 'x'],
  ])('refuses %s %s with a message and exit code 1', async (...parameters) => {
    expect(await ops(...parameters)).toMatchObject({ code: 1, stderr: expect.stringMatching(/\S/) })
  })
})

test('an unknown projection name is refused with a list of the known ones', async () => {
  const { stderr } = await ops('verify', 'nobody')
  expect(stderr).toMatch(/^There is no projection nobody\. The projections are product-list, .*orders/)
})

test.each(['replay', 'replay --resume', 'replay --dry-run', 'verify'])(
  'a misspelt name is refused before %s starts with the names before it',
  async (command) => {
    const before = (await ops('history', 'carts', '--json')).stdout
    const refused = await ops(...command.split(' '), 'carts', 'nobody')
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^There is no projection nobody/),
    })
    expect((await ops('history', 'carts', '--json')).stdout).toBe(before)
  },
)

test.each(['noon', '2026-02-30T00:00:00Z', '2026-02-30', '2026-11-21T09:30:00', '1.5', '-1', ''])(
  'replay --until "%s" is refused as neither a position nor a time, and creates no schema',
  async (until) => {
    const { code, stderr } = await ops('replay', 'carts', '--until', until, '--into', 'carts_then')
    expect([code, stderr]).toEqual([1, expect.stringMatching(/ is neither a position nor a time: specify /)])
    const { rows } = await change(`select from pg_namespace where nspname = 'carts_then'`)
    expect(rows).toEqual([])
  },
)

test('the help of every command has an example', () => {
  const program = addProjectionCommands(new Command('ops'), () => Promise.reject(new Error('not run')))
  expect(program.commands.map((command) => command.name())).toEqual(expect.arrayContaining(['replay', 'skip']))
  for (const command of program.commands) {
    let help = ''
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
    expect(help).toMatch(new RegExp(`Examples?:\n {2}npm run ops -- ${command.name()}`))
  }
})
