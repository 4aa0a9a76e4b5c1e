import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'

/** The path of a program in one of the folders of the PATH, if any. */
export function programNamed(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

let dockerAnswers: boolean | undefined

/** Whether a Docker engine answers; having only the client is not enough. */
export function hasDocker(): boolean {
  dockerAnswers ??=
    programNamed('docker') !== undefined &&
    spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 5_000 }).status === 0
  return dockerAnswers
}

/** A port that is currently free. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
