import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

const lawful = {
  'main.ts': "import '#modules/ordering/module.ts'",
  'core/domain/clock.ts': 'export type Clock = () => number',
  'core/database/database.ts': "import 'pg'",
  'modules/ordering/module.ts': "import './routes.ts'\nimport './domain/order.ts'",
  'modules/ordering/routes.ts': "import '#core/database/database.ts'",
  'modules/ordering/manifest.ts': "import '#projections/orders.ts'",
  'modules/ordering/domain/order.ts': "import type { Clock } from '#core/domain/clock.ts'\nimport './events.ts'",
  'modules/ordering/domain/events.ts': "import '#modules/cart/domain/events.ts'",
  'modules/ordering/schema.ts': 'export type Order = { id: string }',
  'modules/shop/compose.ts': "import '#modules/ordering/module.ts'\nimport '#projections/orders.ts'",
  'modules/cart/domain/events.ts': "import 'typebox'",
  'modules/cart/domain/cart.ts': "import './events.ts'",
  'modules/cart/domain/cart.test.ts': "import './cart.ts'",
  'projections/orders.ts': "import '#modules/ordering/domain/events.ts'",
  'projections/orders.test.ts': "import './orders.ts'",
  'storefront/src/main.tsx': "import './features/cart/cart.ts'\nimport './features/home/home.ts'",
  'storefront/src/features/cart/cart.ts': "import type { Order } from '#modules/ordering/schema.ts'",
  'storefront/src/features/home/home.ts': 'export const home = 1',
}

const breaches: [rule: string, file: string, text: string][] = [
  ['core-imports-nothing-else', 'core/a.ts', "import type { Order } from '#modules/ordering/schema.ts'"],
  ['module-imports-only-events-of-others', 'modules/ordering/a.ts', "import '#modules/cart/domain/cart.ts'"],
  ['module-imports-only-events-of-others', 'modules/ordering/shop/routes.ts', "import '#modules/shop/compose.ts'"],
  ['module-imports-no-reader', 'modules/ordering/a/routes.ts', "import '#projections/orders.ts'"],
  ['manifest-imports-only-projections', 'modules/cart/manifest.ts', "import '#storefront/src/main.tsx'"],
  ['readers-import-public-files-only', 'projections/a.ts', "import '#modules/ordering/domain/order.ts'"],
  ['readers-do-not-import-each-other', 'workers/a.ts', "import '#projections/orders.ts'"],
  ['pure-files-have-no-effects', 'modules/ordering/domain/b.ts', "import { readFileSync } from 'node:fs'"],
  ['pure-files-have-no-effects', 'modules/cart/part/domain/c.ts', "import { randomUUID } from 'crypto'"],
  ['pure-files-have-no-effects', 'modules/cart/domain/d.ts', "import '#core/database/database.ts'"],
  ['pure-files-import-pure-files', 'modules/ordering/domain/e.ts', "import { route } from '../routes.ts'"],
  ['driver-stays-in-adapter-pg', 'modules/ordering/f/routes.ts', "import { Pool } from 'pg'"],
  ['driver-stays-in-adapter-koa', 'modules/ordering/g/routes.ts', "import Koa from 'koa'"],
  ['kysely-only-with-tables', 'modules/ordering/h/routes.ts', "import { sql } from 'kysely'"],
  ['storefront-imports-wire-types-only', 'storefront/src/a.tsx', "import type { Clock } from '#core/domain/clock.ts'"],
  ['storefront-imports-no-schemas', 'storefront/src/b.tsx', "import { Order } from '#modules/ordering/schema.ts'"],
  ['features-do-not-import-each-other', 'storefront/src/features/home/a.ts', "import '../cart/cart.ts'"],
  ['only-routes-import-features', 'storefront/src/ui/a.ts', "import '../features/cart/cart.ts'"],
  ['only-routes-import-features', 'storefront/src/entities/a.ts', "import '../features/cart/cart.ts'"],
  ['lib-imports-lib-only', 'storefront/src/lib/b.ts', "import '../ui/a.ts'"],
  ['ui-does-not-fetch', 'storefront/src/ui/c.ts', "import '../entities/a.ts'"],
  ['no-cycle', 'core/circle.ts', "import './circle.ts'"],
  ['no-orphan', 'core/forgotten.ts', 'export const forgotten = 1'],
  ['no-development-package-in-production', 'core/b.ts', "import 'fast-check'"],
  ['no-test-in-production', 'projections/b.ts', "import '#modules/cart/domain/cart.test.ts'"],
  ['entry-points-are-not-imported', 'core/c.ts', "import '../main.ts'"],
  ['no-dead-end', 'core/d.ts', "import './nowhere.ts'"],
]

/** A temporary tree under the real rules, so that the breaches are not written into the repository. */
let tree: string

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'shop-boundaries-'))
  for (const file of ['.dependency-cruiser.cjs', 'package.json']) await cp(join(root, file), join(tree, file))
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
  for (const [file, text] of Object.entries(lawful)) await writeSource(file, text)
})

afterAll(() => rm(tree, { recursive: true, force: true }))

async function writeSource(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(tree, file)), { recursive: true })
  await writeFile(join(tree, file), `${text}\n`)
}

/** The breaches that dependency-cruiser reports, as `rule: file`. */
function reportedBreaches(): Promise<string[]> {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const folders = ['core', 'modules', 'projections', 'workers', 'storefront', 'main.ts']
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, '--output-type=json', ...folders],
      { cwd: tree, maxBuffer: 1e8 },
      (_, stdout) => {
        const { summary }: { summary: { violations: { rule: { name: string }; from: string }[] } } = JSON.parse(stdout)
        resolve(summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`))
      },
    )
  })
}

describe('the boundary rules', () => {
  test('accept a tree without breaches', async () => {
    await mkdir(join(tree, 'workers'), { recursive: true })
    expect(await reportedBreaches()).toEqual([])
  })

  describe('report', () => {
    let reports: string[]

    beforeAll(async () => {
      for (const [, file, text] of breaches) await writeSource(file, text)
      reports = await reportedBreaches()
    })

    test.each(breaches)('%s, broken by %s', (rule, file) => {
      expect(reports).toContain(`${rule}: ${file}`)
    })
  })
})
