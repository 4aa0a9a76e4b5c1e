import { readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** A socket's path has at most 107 bytes on Linux and 103 on macOS. */
const longestPath = 103
const longestName = '/.s.PGSQL.65535'.length

/**
 * The value of `unix_socket_directories` for a cluster: its own folder, which only the server's account and root can
 * enter. Empty (no socket) if the path would be too long, or if the platform or the file system, such as a folder
 * shared with a virtual machine, has no sockets, because Postgres would then refuse to start. The server is then
 * reached over TCP.
 */
export async function socketFolder(folder: string): Promise<string> {
  const isTooLong = Buffer.byteLength(folder) + longestName > longestPath
  // The setting is a list, separated by commas.
  if (process.platform === 'win32' || isTooLong || /[,"]/.test(folder)) return ''
  return (await canHoldSocket(join(folder, `.s.probe-${process.pid}`))) ? folder : ''
}

async function canHoldSocket(path: string): Promise<boolean> {
  await rm(path, { force: true }).catch(() => undefined)
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(path, () => probe.close(() => resolve(true)))
  })
}

/** Removes the sockets, and their lock files, of killed servers of the cluster; `port` is that of the running one. */
export async function removeStaleSockets(folder: string, port: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, socketPort] = /^\.s\.PGSQL\.(\d+)(\.lock)?$/.exec(name) ?? []
    if (socketPort !== undefined && Number(socketPort) !== port) await rm(join(folder, name), { force: true })
  }
}
