import { execFile } from 'node:child_process'
import { readFile, readlink, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { codeOf, isRunning } from '../../process/system-error.ts'

const run = promisify(execFile)

/** The server process that has a cluster open; `port` is undefined until the server has written it to its pid file. */
export type Postmaster = { pid: number; port: number | undefined }

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
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 0 || !isRunning(pid)) return undefined
  if (await isPostgresOn(folder, pid)) return { pid, port: Number(lines[3]) || undefined }
  if ((await readFile(path, 'utf8').catch(() => '')) === text) await rm(path, { force: true })
  return undefined
}

async function isPostgresOn(folder: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    try {
      return (await readlink(`/proc/${pid}/cwd`)) === folder
    } catch (error) {
      return codeOf(error) !== 'ENOENT' && isRunning(pid)
    }
  }
  if (process.platform === 'win32') return true
  const name = await run('ps', ['-p', String(pid), '-o', 'comm=']).catch(() => ({ stdout: '' }))
  return basename(name.stdout.trim()) === 'postgres'
}
