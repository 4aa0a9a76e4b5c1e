import { cp, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#core/config/config.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { startShop } from '#modules/shop/start/shop.ts'
import { newDataDir, openCluster } from '#test/support/postgres/clusters.ts'

let dataDir: string

const open = (folder = dataDir) => openCluster(folder)

describe('a database that was created earlier', () => {
  beforeAll(async () => {
    dataDir = await newDataDir()
    await (await open()).close()
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  test.each([
    { loss: 'is gone', leave: () => Promise.resolve() },
    // Like the mount point of a disk that is not mounted.
    { loss: 'is empty', leave: (folder: string) => mkdir(folder) },
    { loss: 'is a dangling link', leave: (folder: string) => symlink('/nowhere', folder) },
  ])('is never replaced by an empty one if its folder $loss', async ({ leave }) => {
    const [folder, away] = [join(dataDir, 'postgres'), join(dataDir, 'away')]
    await rename(folder, away)
    await leave(folder)
    const before = await readdir(dataDir, { recursive: true })
    await expect(open()).rejects.toMatchObject({
      name: 'OperatorError',
      message: `the database in ${folder} is lost: the folder is missing or empty`,
      remedy:
        'Nothing was created. Restore the folder from the backup; to start with an empty shop instead, move the whole data folder away.',
    })
    expect(await readdir(dataDir, { recursive: true })).toEqual(before)
    await rm(folder, { recursive: true, force: true })
    await rename(away, folder)
    await (await open()).close()
  })

  test('is recorded as created even if the start that created it was killed before recording it', async () => {
    await rm(join(dataDir, 'postgres.made'))
    await (await open()).close()
    expect(await readdir(dataDir)).toContain('postgres.made')
  })

  test('is reported as lost before secrets are created for another', async () => {
    const folder = await newDataDir()
    await writeFile(join(folder, 'postgres.made'), '')
    const config = readConfig({ DATA_DIR: folder }, folder)
    const start = startShop({ config, roles: [], log: silentLog })
    await expect(start).rejects.toThrow(`${join(folder, 'postgres')} is lost`)
    expect(await readdir(folder)).toEqual(['postgres.made'])
    await rm(folder, { recursive: true })
  })
})

describe('a folder without an intact database is refused and left unchanged:', () => {
  beforeAll(async () => {
    dataDir = await newDataDir()
    await (await open()).close()
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  test('one with other files in it', async () => {
    const folder = join(dataDir, 'photos', 'postgres')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'holiday.jpg'), 'beach')
    await expect(open(join(dataDir, 'photos'))).rejects.toThrow(`${folder} is damaged: its file PG_VERSION is missing`)
    expect(await readdir(folder)).toEqual(['holiday.jpg'])
  })

  test('one of another version of Postgres', async () => {
    const folder = join(dataDir, 'old', 'postgres')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'PG_VERSION'), '15\n')
    await expect(open(join(dataDir, 'old'))).rejects.toThrow('was created by Postgres 15')
  })

  test('one without its control file, or with garbage in it', async () => {
    const control = join(dataDir, 'postgres', 'global', 'pg_control')
    await cp(control, `${control}.kept`)
    await writeFile(control, Buffer.alloc(8192, 7))
    await expect(open()).rejects.toThrow(`${join(dataDir, 'postgres')} is damaged`)
    await rm(control)
    await expect(open()).rejects.toThrow('global/pg_control is missing')
    await cp(`${control}.kept`, control)
    await (await open()).close()
  })

  test('one whose write-ahead log is missing', async () => {
    const wal = join(dataDir, 'postgres', 'pg_wal')
    for (const segment of await readdir(wal)) if (/^[\dA-F]{24}$/.test(segment)) await rm(join(wal, segment))
    await expect(open()).rejects.toThrow(/damaged: could not (locate a valid checkpoint|open file)/)
  })
})
