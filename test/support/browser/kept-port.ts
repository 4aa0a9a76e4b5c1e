import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections, so that none of these takes it between two files. */
const range = { first: 20_000, count: 10_000 }

let kept: Promise<number> | undefined
let isTaken = false

/** A port for one shop; `isKept` if the shop of this worker's next file gets the same one. */
export type GivenPort = { port: number; isKept: boolean; giveBack: () => void }

/** The port that this worker keeps for its shops, or any free one while another shop has it. */
export async function takePort(): Promise<GivenPort> {
  if (isTaken) return { port: 0, isKept: false, giveBack: () => undefined }
  isTaken = true
  const port = await (kept ??= findPort())
  return { port, isKept: true, giveBack: () => void (isTaken = false) }
}

async function findPort(): Promise<number> {
  for (let tried = 0; tried < range.count; tried++) {
    const port = range.first + ((process.pid + tried) % range.count)
    if (await isFree(port)) return port
  }
  throw new Error('all ports are in use')
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
