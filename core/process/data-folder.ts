import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { OperatorError } from '../domain/errors.ts'
import { codeOf, isRunning } from './system-error.ts'

/**
 * Creates the data folder (`DATA_DIR`) where it is missing, readable only by its owner, and resolves to its real path,
 * so that two names of one folder lead to the same shop.
 * @throws OperatorError where it cannot be created or written to
 */
export async function openDataFolder(path: string): Promise<string> {
  try {
    await makeFolder(path)
    const folder = await realpath(path)
    if (!(await stat(folder)).isDirectory()) throw notAFolder(path)
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return folder
  } catch (error) {
    throw storageProblem(error, path)
  }
}

/** One level at a time: the recursive `mkdir` of Node.js hangs where nothing can be created, as in /proc. */
async function makeFolder(path: string): Promise<void> {
  const make = () => mkdir(path, { mode: 0o700 })
  await make().catch(async (error: unknown) => {
    if (codeOf(error) === 'EEXIST') return
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await make()
  })
}

/** Writes a file, readable only by its owner, and flushes it to disk. */
export async function writeAndSync(path: string, text: string, mode = 0o600): Promise<void> {
  const file = await open(path, 'w', mode)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes a rename or a new file in a folder survive a power cut, where the system supports it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * Creates a folder atomically, with all that `fill` puts into it: a temporary folder is filled and renamed. Of several
 * concurrent processes the first wins and the others get false; temporary folders of killed processes are removed.
 */
export async function createFolderAtomically(
  folder: string,
  fill: (temporary: string) => Promise<void>,
): Promise<boolean> {
  await removeLeftovers(folder)
  const temporary = `${folder}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    await mkdir(temporary, { mode: 0o700 })
    await fill(temporary)
    await syncFolder(temporary)
    await rename(temporary, folder)
    await syncFolder(dirname(folder))
    return true
  } catch (error) {
    await rm(temporary, { recursive: true, force: true }).catch(() => undefined)
    if (['ENOTEMPTY', 'EEXIST'].includes(codeOf(error)) && (await hasEntries(folder))) return false
    throw storageProblem(error, folder)
  }
}

async function removeLeftovers(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.new-`
  for (const entry of await readdir(dirname(folder))) {
    const maker = entry.startsWith(prefix) ? Number.parseInt(entry.slice(prefix.length), 10) : NaN
    if (Number.isNaN(maker) || isRunning(maker)) continue
    await rm(join(dirname(folder), entry), { recursive: true, force: true })
  }
}

/** Whether a folder exists and is not empty. */
export async function hasEntries(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw storageProblem(error, folder)
  }
}

/** Converts an error of the disk or its permissions to one with a remedy; returns any other error unchanged. */
export function storageProblem(error: unknown, path: string): unknown {
  if (error instanceof OperatorError) return error
  const code = codeOf(error)
  if (code === 'ENOTDIR' || code === 'EEXIST') return notAFolder(path)
  const problem = problems[code]
  if (problem === undefined) return error
  return new OperatorError(`${path}: ${problem.what}`, problem.remedy, { cause: error })
}

function notAFolder(path: string): OperatorError {
  return new OperatorError(
    `${path} cannot be the data folder: a file of that name is in the way`,
    'Move the file away, or set DATA_DIR to a folder.',
  )
}

const permission = 'Give the user that runs the shop write access, or set DATA_DIR to a folder of its own.'
const space =
  'Free some space (the shop needs about 200 MB to begin with), or set DATA_DIR to a folder on another disk.'

const problems: Record<string, { what: string; remedy: string }> = {
  EACCES: { what: 'permission denied', remedy: permission },
  EPERM: { what: 'operation not permitted', remedy: permission },
  EROFS: { what: 'the disk is read-only', remedy: 'Set DATA_DIR to a folder that can be written to.' },
  ENOSPC: { what: 'the disk is full', remedy: space },
  EDQUOT: { what: 'the disk quota is used up', remedy: space },
  ENOENT: { what: 'there is no such folder, and it cannot be created', remedy: 'Set DATA_DIR to another folder.' },
  ENAMETOOLONG: { what: 'the path is too long', remedy: 'Set DATA_DIR to a shorter path.' },
  ELOOP: { what: 'the path contains a loop of symbolic links', remedy: 'Set DATA_DIR to another path.' },
}
