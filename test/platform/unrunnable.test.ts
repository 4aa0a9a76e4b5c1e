import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chooseAccount, type ServerAccount } from '#core/database/embedded/account.ts'
import { makeCluster } from '#core/database/embedded/cluster.ts'
import { reachServer } from '#core/database/embedded/server.ts'
import { silentLog } from '#core/telemetry/log.ts'

let folder: string
let program: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-unrunnable-'))
  program = join(folder, 'program')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const clusterRunBy = (account: ServerAccount) => ({
  folder: join(folder, 'postgres'),
  binaries: { postgres: program, initdb: program, env: { PATH: process.env['PATH'] } },
  account,
  password: 'secret',
})

const kinds: { program: string; mode: number; code: string; remedy: string }[] = [
  // Like a program that was built for glibc, on a system without it.
  { program: 'built for another system', mode: 0o755, code: 'ENOENT', remedy: 'Linux with glibc' },
  { program: 'that is not executable', mode: 0o644, code: 'EACCES', remedy: 'run programs in it' },
]

describe.each(kinds)('an embedded Postgres $program', ({ mode, code, remedy }) => {
  beforeEach(async () => {
    await writeFile(program, '#!/lib/of-another-system\n')
    await chmod(program, mode)
  })

  const refusal = () => ({
    name: 'OperatorError',
    message: `the embedded Postgres cannot be run on this machine: ${program} does not start (${code})`,
    remedy: expect.stringMatching(`${remedy}.* or set DATABASE_URL`),
  })

  test('is reported as such by the first start, and not as a fault of the data folder', async () => {
    await expect(makeCluster(clusterRunBy({ kind: 'self' }))).rejects.toMatchObject(refusal())
    const chosen = clusterRunBy(await chooseAccount(join(folder, 'postgres')))
    await expect(makeCluster(chosen)).rejects.toMatchObject(refusal())
  })

  test('is reported as such by every later start', async () => {
    const options = { log: silentLog, isDurable: false, applicationName: 'shop test' }
    await expect(reachServer(clusterRunBy({ kind: 'self' }), options)).rejects.toMatchObject(refusal())
    const chosen = clusterRunBy(await chooseAccount(join(folder, 'postgres')))
    await expect(reachServer(chosen, options)).rejects.toMatchObject(refusal())
  })
})
