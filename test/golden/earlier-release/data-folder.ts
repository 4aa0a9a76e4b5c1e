import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdDecompress } from 'node:zlib'
import { Client } from 'pg'
import { openCluster } from '#test/support/postgres/clusters.ts'

/** A new copy of the data folder that the earlier release has written, which the caller deletes. */
export async function unpackDataFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'earlier-release-')))
  const tar = spawn('tar', ['-x', '--no-same-owner', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = once(tar, 'close')
  const archive = createReadStream(join(import.meta.dirname, 'data-folder.tar.zst'))
  const expand = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 27 } })
  await pipeline(archive, expand, tar.stdin)
  const [code] = await ended
  if (code !== 0) throw new Error(`tar ended with ${String(code)}`)
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
