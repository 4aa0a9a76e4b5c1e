import { nameAt, type LockedPackage } from './lockfiles.ts'

export type LicencePolicy = {
  /** SPDX identifiers. */
  allowed: readonly string[]
  /** By name; a trailing `*` stands for any rest. `licence` is what the package declares, `undefined` for nothing. */
  exceptions: Readonly<Record<string, { licence: string | undefined; reason: string }>>
}

/** What is wrong with the licences of these packages, each with the remedy. */
export function licenceFaults(packages: readonly LockedPackage[], { allowed, exceptions }: LicencePolicy): string[] {
  const asked = packages.filter(([path, { license }]) => nameAt(path) !== '' && !isAllowed(license, allowed))
  const faults = asked.flatMap(([path, { version = '', license }]) => {
    const known = Object.entries(exceptions).find(([pattern]) => matches(pattern, nameAt(path)))
    if (known !== undefined && known[1].licence === license) return []
    const declared = license === undefined ? 'no licence' : `the licence ${license}`
    return [`${nameAt(path)} ${version} declares ${declared}`]
  })
  const unused = Object.keys(exceptions).filter((pattern) => !asked.some(([path]) => matches(pattern, nameAt(path))))
  return [...faults, ...unused.map((pattern) => `no package needs the exception for ${pattern}`)]
}

function matches(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}

/** Reads `A`, `A AND B` and `A OR B`, also in parentheses as a whole; what is nested is left to a person. */
function isAllowed(expression: string | undefined, allowed: readonly string[]): boolean {
  if (expression === undefined) return false
  const plain = expression.replace(/^\((.*)\)$/, '$1')
  if (/[()]/.test(plain)) return false
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((one) => allowed.includes(one)))
}
