import { execFile } from 'node:child_process'
import { readFile, readlink, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { codeOf, isRunning } from '../../process/system-error.ts'

const run = promisify(execFile)

const nameOf = async (pid: number) => (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim()

/** The server process that has a cluster open. */
export type Postmaster = {
  pid: number
  /** Undefined until the server has written it to its pid file. */
  port: number | undefined
}

/**
 * Finds the server that runs on the cluster in `folder` through its `postmaster.pid`. After a power cut, or in a
 * restarted container, the pid in that file may by now belong to another program: the file is then removed, because
 * Postgres would refuse to start.
 */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  const path = join(folder, 'postmaster.pid')
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  })
  const pid = pidIn(text)
  if (pid === undefined || pid < 0 || !isRunning(pid)) return undefined
  if (await isPostgresOn(folder, pid)) return { pid, port: portIn(text) }
  if ((await readFile(path, 'utf8').catch(() => '')) === text) await rm(path, { force: true })
  return undefined
}

/** The port is on the fourth line. A line without a newline is still being written. */
function portIn(text: string): number | undefined {
  return Number(/^(?:.*\n){3}(\d+)\n/.exec(text)?.[1]) || undefined
}

/** A server writes its pid file immediately after creating it. */
const unwrittenForMs = 5_000

/**
 * Whether a starting server has created its pid file but not yet written it. A file that stays without a process id, as
 * a power cut leaves it, is removed, because Postgres would refuse to start.
 */
export async function isWritingPidFile(folder: string): Promise<boolean> {
  const path = join(folder, 'postmaster.pid')
  const text = await readFile(path, 'utf8').catch(() => undefined)
  const file = await stat(path).catch(() => undefined)
  if (text === undefined || file === undefined || pidIn(text) !== undefined) return false
  if (Date.now() - file.mtimeMs < unwrittenForMs) return true
  await rm(path, { force: true })
  return false
}

/** The first line of a pid file; Postgres in single-user mode writes its process id as a negative number. */
function pidIn(text: string): number | undefined {
  const [line] = /^-?[1-9]\d*/.exec(text) ?? []
  return line === undefined ? undefined : Number(line)
}

async function isPostgresOn(folder: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    try {
      return (await readlink(`/proc/${pid}/cwd`)) === folder
    } catch (error) {
      // Another account's process. Its name is readable by everyone.
      return codeOf(error) !== 'ENOENT' && isRunning(pid) && (await nameOf(pid)) === 'postgres'
    }
  }
  if (process.platform === 'win32') return true
  const name = await run('ps', ['-p', String(pid), '-o', 'comm=']).catch(() => ({ stdout: '' }))
  return basename(name.stdout.trim()) === 'postgres'
}
