import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small disk in memory, for one folder of a database server. */
export type SmallDisk = {
  folder: string
  /** Changes its size, such as to `4m`. */
  resize(size: string): void
  remove(): void
}

/** Whether this process may mount one. */
export function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    makeSmallDisk('64k', process.cwd()).remove()
    return true
  } catch {
    return false
  }
}

/** Mounts one, with a folder in it that has the owner of `like`. */
export function makeSmallDisk(size: string, like: string): SmallDisk {
  const mount = mkdtempSync(join(tmpdir(), 'small-disk-'))
  chmodSync(mount, 0o755)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', mount], { stdio: 'ignore' })
  const folder = join(mount, 'files')
  mkdirSync(folder, { mode: 0o700 })
  const { uid, gid } = statSync(like)
  chownSync(folder, uid, gid)
  return {
    folder,
    resize: (to) => void execFileSync('mount', ['-o', `remount,size=${to}`, mount], { stdio: 'ignore' }),
    remove() {
      execFileSync('umount', ['--lazy', mount], { stdio: 'ignore' })
      rmSync(mount, { recursive: true, force: true })
    },
  }
}
