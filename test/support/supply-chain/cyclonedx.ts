import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { readManifest, readLockfile } from './lockfiles.ts'

/**
 * The CycloneDX document that npm writes of what a folder needs at run time. npm gets a copy of the lockfile without
 * the development packages: with `--omit=dev` it leaves out what both need, such as React.
 */
export async function cyclonedxOf(folder: string): Promise<unknown> {
  const [{ devDependencies: _, ...manifest }, lockfile] = await Promise.all([
    readManifest(folder),
    readLockfile(folder),
  ])
  const packages = Object.entries(lockfile.packages).filter(([path, { dev = false }]) => path !== '' && !dev)
  const copy = await mkdtemp(join(tmpdir(), 'sbom-'))
  try {
    await writeFile(join(copy, 'package.json'), JSON.stringify(manifest))
    const locked = { ...lockfile, packages: { '': manifest, ...Object.fromEntries(packages) } }
    await writeFile(join(copy, 'package-lock.json'), JSON.stringify(locked))
    return JSON.parse(
      await npm(copy, ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']),
    )
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** Runs the npm that started this process, if any; otherwise the one on the path. */
async function npm(cwd: string, parameters: readonly string[]): Promise<string> {
  const script = process.env['npm_execpath'] ?? ''
  const isKnown = basename(script) === 'npm-cli.js'
  const program = isKnown ? (process.env['npm_node_execpath'] ?? process.execPath) : 'npm'
  const options = { cwd, maxBuffer: 64 * 1024 * 1024 }
  return (await promisify(execFile)(program, [...(isKnown ? [script] : []), ...parameters], options)).stdout
}
