import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, createZstdDecompress } from 'node:zlib'
import { Client } from 'pg'
import { openCluster } from '#test/support/postgres/clusters.ts'

const run = promisify(execFile)

/** A new copy of the data folder that the earlier release has written, which the caller deletes. */
export async function unpackDataFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'earlier-release-')))
  const tar = join(folder, 'data-folder.tar')
  const archive = createReadStream(join(import.meta.dirname, 'data-folder.tar.zst'))
  const expand = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 27 } })
  // Through a file, because tar may end before the last bytes of a pipe are taken as written.
  await pipeline(archive, expand, createWriteStream(tar))
  await run('tar', ['-x', '--no-same-owner', '-f', tar, '-C', folder])
  await rm(tar)
  return folder
}

/** Idempotency keys are kept for 72 hours, which have passed since the folder was written. */
export async function prolongIdempotencyKeys(folder: string): Promise<void> {
  const password = await readFile(join(folder, 'secrets/database-password'), 'utf8')
  const cluster = await openCluster(folder, password.trim())
  const client = new Client({ connectionString: cluster.url })
  await client.connect()
  try {
    await client.query(`update public.idempotency_keys set expires_at = now() + interval '1 hour'`)
  } finally {
    await client.end()
    await cluster.close()
  }
}
