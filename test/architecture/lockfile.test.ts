import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

const root = join(import.meta.dirname, '..', '..')

const Lockfile = Type.Object({
  packages: Type.Record(
    Type.String(),
    Type.Object({
      resolved: Type.Optional(Type.String()),
      integrity: Type.Optional(Type.String()),
      os: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
      optionalDependencies: Type.Optional(Type.Record(Type.String(), Type.String())),
    }),
  ),
})

describe.each(['package-lock.json', 'core/launcher/runtime/package-lock.json'])('%s', async (file) => {
  const { packages } = Value.Parse(Lockfile, JSON.parse(await readFile(join(root, file), 'utf8')))

  /** Resolves a package as Node.js does: from its own folder outwards. */
  function isListed(name: string, from: string): boolean {
    if (`${from === '' ? '' : `${from}/`}node_modules/${name}` in packages) return true
    return from !== '' && isListed(name, from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0)))
  }

  test('lists the packages of every platform, as npm ci requires', () => {
    const unlisted = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isListed(name, from)),
    )
    expect(unlisted).toEqual([])
  })

  test('has no package from outside the registry', () => {
    const elsewhere = Object.values(packages).flatMap(({ resolved = '' }) => (resolved === '' ? [] : [resolved]))
    expect(elsewhere.filter((url) => !url.startsWith('https://registry.npmjs.org/'))).toEqual([])
  })

  test('has a checksum for every package that runs on Linux', () => {
    const unchecked = Object.entries(packages).filter(
      ([path, { integrity, os = [] }]) => path !== '' && integrity === undefined && os.length === 0,
    )
    expect(unchecked.map(([path]) => path)).toEqual([])
  })
})
