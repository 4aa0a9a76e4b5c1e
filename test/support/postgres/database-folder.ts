import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'

/** Far more than a run takes (0.3 GB); Docker's usual 64 MB are too few. */
const roomBytes = 2 * 1024 ** 3

/**
 * Where the databases of a run are: each suite makes one of its own, hundreds of small files at a time, and in memory
 * that costs half as much.
 */
export async function databaseFolder(): Promise<string> {
  const room = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return room >= roomBytes ? memory : tmpdir()
}
