import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../support/shop/shop.ts'
import { writeFrozen } from '../golden-files.ts'
import { collectNames, type Names } from './collect.ts'

const folder = join(import.meta.dirname, 'frozen')
const FrozenNames = Type.Record(Type.String(), Type.Array(Type.String()))

let shop: TestShop
let now: Names
let frozen: Names

beforeAll(async () => {
  shop = await openTestShop()
  now = await collectNames(shop)
  if (process.env['GOLDEN_NAMES'] === 'write') await writeMissing()
  frozen = await readFrozen()
})
afterAll(() => shop.close())

async function readFrozen(): Promise<Names> {
  const files = await readdir(folder)
  const all = await Promise.all(files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8'))))
  return mergedOf(all.map((content) => Value.Parse(FrozenNames, content)))
}

async function writeMissing(): Promise<void> {
  const missing = lackedBy(await readFrozen(), now)
  if (Object.keys(missing).length === 0) return
  // Numbers may be missing, if they were assigned at the same time.
  const last = Math.max(0, ...(await readdir(folder)).map((name) => Number.parseInt(name, 10)))
  const file = `${last + 1}.json`
  await writeFrozen(join(folder, file), missing)
  process.stdout.write(`wrote test/golden/names/frozen/${file}\n`)
}

function mergedOf(all: readonly Names[]): Names {
  const kinds = new Set(all.flatMap((names) => Object.keys(names)))
  return Object.fromEntries([...kinds].map((kind) => [kind, all.flatMap((names) => names[kind] ?? [])]))
}

/** The names of `some` that `others` lack, by kind; kinds without any are omitted. */
function lackedBy(others: Names, some: Names): Names {
  const lacked = Object.entries(some).map(
    ([kind, names]) => [kind, names.filter((name) => !others[kind]?.includes(name))] as const,
  )
  return Object.fromEntries(lacked.filter(([, names]) => names.length > 0))
}

test('stored and public names do not disappear', () => {
  expect(lackedBy(now, frozen)).toEqual({})
})

test('each new name is frozen: "npm run golden" writes the missing ones to a new file', () => {
  expect(lackedBy(frozen, now)).toEqual({})
})
