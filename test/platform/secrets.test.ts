import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#core/config/config.ts'
import { openSecrets } from '#core/config/secrets.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shop-secrets-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const open = (env: NodeJS.ProcessEnv = {}) => openSecrets(readConfig(env, '/'), dataDir)

describe('the secrets', () => {
  test('are generated once and then kept', async () => {
    const first = await open()
    expect(await open()).toEqual(first)
    expect(first.admin).toMatchObject({ username: 'admin', isGenerated: true })
    expect(first.admin.password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
    expect(Buffer.byteLength(first.jwtSecret)).toBeGreaterThanOrEqual(32)
    expect(first.personalDataKey).toHaveLength(32)
  })

  test('differ between shops', async () => {
    const first = await open()
    await rm(dataDir, { recursive: true })
    await mkdir(dataDir)
    const second = await open()
    expect(second.jwtSecret).not.toBe(first.jwtSecret)
    expect(second.admin.password).not.toBe(first.admin.password)
  })

  test('are readable by their owner only, even after a restore with other modes', async () => {
    await open()
    const modes = async () => {
      const names = await readdir(join(dataDir, 'secrets'))
      return Promise.all(names.map(async (name) => (await stat(join(dataDir, 'secrets', name))).mode & 0o777))
    }
    expect(await modes()).toEqual([0o600, 0o600, 0o600, 0o600])
    const key = join(dataDir, 'secrets', 'jwt-secret')
    const text = await readFile(key)
    await rm(key)
    await writeFile(key, text, { mode: 0o644 })
    const warnings: unknown[] = []
    const log = { warn: (...line: unknown[]) => void warnings.push(line) }
    await openSecrets(readConfig({}, '/'), dataDir, log)
    expect(await modes()).toEqual([0o600, 0o600, 0o600, 0o600])
    expect(warnings).toEqual([[{ mode: '0644' }, expect.stringContaining('jwt-secret was readable by other users')]])
    await openSecrets(readConfig({}, '/'), dataDir, log)
    expect(warnings).toHaveLength(1)
  })

  test('are the same for two shops that start at the same moment', async () => {
    const [one, other] = await Promise.all([open(), open()])
    expect(other).toEqual(one)
    expect(await readdir(dataDir)).toEqual(['secrets'])
  })

  test('that the operator sets take precedence', async () => {
    const jwtSecret = 'qV7mT2xN9cB4wL8kR1sD6hF3jG5pZ0yA'
    const secrets = await open({ JWT_SECRET: jwtSecret, ADMIN_USERNAME: 'owner', ADMIN_PASSWORD: 'correct horse' })
    expect(secrets).toMatchObject({
      jwtSecret,
      admin: { username: 'owner', password: 'correct horse', isGenerated: false },
    })
  })

  test('are not written to files if the operator sets them all', async () => {
    await open({
      JWT_SECRET: 'qV7mT2xN9cB4wL8kR1sD6hF3jG5pZ0yA',
      ADMIN_USERNAME: 'owner',
      ADMIN_PASSWORD: 'correct horse',
      PERSONAL_DATA_KEY: Buffer.from('qV7mT2xN9cB4wL8kR1sD6hF3jG5pZ0yA').toString('base64'),
      DATABASE_URL: 'postgres://localhost/shop',
    })
    expect(await readdir(dataDir)).toEqual([])
  })

  test.each(['database-password', 'jwt-secret', 'personal-data-key', 'admin-password'])(
    'are never generated twice: if %s is missing or truncated, the start is refused, naming the file',
    async (name) => {
      await open()
      const path = join(dataDir, 'secrets', name)
      await truncate(path, 10)
      await expect(open()).rejects.toThrow(`${path} is damaged`)
      await rm(path)
      await expect(open()).rejects.toThrow(`${path} is missing`)
      await expect(readFile(path)).rejects.toThrow('ENOENT')
    },
  )

  test('are never generated for an existing database', async () => {
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '18\n')
    await expect(open()).rejects.toThrow(`${join(dataDir, 'secrets')} is missing`)
    expect(await readdir(dataDir)).toEqual(['postgres'])
  })

  test('of a first start that was killed leave nothing behind', async () => {
    const leftover = join(dataDir, 'secrets.new-999999999-ab')
    await mkdir(leftover)
    await writeFile(join(leftover, 'jwt-secret'), 'half')
    await open()
    expect(await readdir(dataDir)).toEqual(['secrets'])
  })
})
