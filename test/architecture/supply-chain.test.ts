import { describe, expect, test } from 'vitest'
import { cyclonedxOf } from '#test/support/supply-chain/cyclonedx.ts'
import { licenceFaults } from '#test/support/supply-chain/licence-faults.ts'
import { lockedFolders, nameAt, readLockfile } from '#test/support/supply-chain/lockfiles.ts'
import { mergedSbom } from '#test/support/supply-chain/merged-sbom.ts'

describe('the check of licences', () => {
  const policy = {
    allowed: ['MIT', 'Zlib'],
    exceptions: { 'fast-css*': { licence: 'MPL-2.0', reason: 'only runs in builds' } },
  }
  const builder = { 'node_modules/fast-css-linux': { version: '1.0.0', license: 'MPL-2.0' } }
  const faultsOf = (license?: string, path = 'node_modules/gauze') =>
    licenceFaults(Object.entries({ ...builder, [path]: { version: '2.1.0', ...(license && { license }) } }), policy)

  test.each(['MIT', '(MIT AND Zlib)', 'MIT OR GPL-3.0-only'])('accepts %s', (licence) => {
    expect(faultsOf(licence)).toEqual([])
  })

  test.each(['GPL-3.0-only', 'MIT AND GPL-3.0-only', 'GPL-3.0-only AND (ISC OR MIT OR Zlib)'])(
    'refuses %s',
    (licence) => {
      expect(faultsOf(licence, 'node_modules/lint/node_modules/gauze')).toEqual([
        `gauze 2.1.0 declares the licence ${licence}`,
      ])
    },
  )

  test('refuses a package without a licence', () => {
    expect(faultsOf()).toEqual(['gauze 2.1.0 declares no licence'])
  })

  test('accepts an exception only under its recorded licence, and reports one that no package needs', () => {
    expect(faultsOf('MPL-2.0', 'node_modules/fast-css')).toEqual([])
    expect(faultsOf('AGPL-3.0-only', 'node_modules/fast-css')).toEqual([
      'fast-css 2.1.0 declares the licence AGPL-3.0-only',
    ])
    expect(licenceFaults([], policy)).toEqual(['no package needs the exception for fast-css*'])
  })
})

describe('the software bill of materials', async () => {
  const sbom = mergedSbom(await Promise.all(lockedFolders.map(cyclonedxOf)))
  const refs = sbom.components.map((component) => component['bom-ref'])

  test('lists exactly the packages that the shop and its Node.js need at run time', async () => {
    const lockfiles = await Promise.all(lockedFolders.map(readLockfile))
    const locked = lockfiles.flatMap(({ packages }) =>
      Object.entries(packages).flatMap(([path, { version = '', dev = false }]) =>
        path === '' || dev ? [] : `${nameAt(path)}@${version}`,
      ),
    )
    expect([...new Set(refs)].toSorted()).toEqual([...new Set(locked)].toSorted())
  })

  test('depends only on what it lists, and is the same in every run', () => {
    const needed = sbom.dependencies.flatMap(({ dependsOn }) => dependsOn)
    expect(needed.filter((ref) => !refs.includes(ref))).toEqual([])
    expect(sbom.metadata.component['bom-ref']).toMatch(/^medical-equipment-shop@/)
    expect(sbom).not.toHaveProperty('serialNumber')
    expect(sbom.metadata).not.toHaveProperty('timestamp')
  })
})
