import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'

/** Far more than a run needs (0.3 GB); Docker's default of 64 MB is too little. */
const roomBytes = 2 * 1024 ** 3

/**
 * The folder for the databases of a run: each suite creates one, of hundreds of small files, which takes half as long in
 * memory.
 */
export async function databaseFolder(): Promise<string> {
  const room = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return room >= roomBytes ? memory : tmpdir()
}
