import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The URLs of a running shop's embedded Postgres: of its database as the owner, and as superuser. */
export async function embeddedUrls(dataDir: string): Promise<{ owner: string; superuser: string }> {
  const secret = (await readFile(join(dataDir, 'secrets', 'database-password'), 'utf8')).trim()
  const address = await addressInPidFile(dataDir)
  return { owner: `postgres://shop:${secret}@${address}`, superuser: `postgres://postgres:${secret}@${address}` }
}

/** The process id of the server, which is the first line of `postmaster.pid`. */
export async function embeddedServerPid(dataDir: string): Promise<number> {
  return Number((await pidFile(dataDir))[0])
}

/** The fourth line is the port, the fifth the folder of the socket, through which the shop connects, too. */
async function addressInPidFile(dataDir: string): Promise<string> {
  const [port = '', socketFolder = ''] = (await pidFile(dataDir)).slice(3)
  const socket = socketFolder.trim() === '' ? '' : `?host=${encodeURIComponent(socketFolder.trim())}`
  return `127.0.0.1:${port.trim()}/shop${socket}`
}

async function pidFile(dataDir: string): Promise<string[]> {
  return (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
}
