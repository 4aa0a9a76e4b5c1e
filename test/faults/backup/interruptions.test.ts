import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { migrate } from '#core/database/migrate.ts'
import { shopMigrations } from '#modules/shop/migrations.ts'
import { writeEvents } from '../../bench/replay/events.ts'
import { openDrills, startAt, type Drills, type Place } from '../../support/backup/restorable-shop.ts'
import { needsSmallDisk } from '../../support/engines/engines.ts'
import { eventually } from '../../support/eventually.ts'
import { makeSmallDisk } from '../../support/postgres/small-disk.ts'
import { administer, ask } from '../../support/postgres/postgres.ts'
import { runOps, startOps } from '../../support/shop/ops-process.ts'
import { openStoppedShop } from '../../support/shop/stopped-shop.ts'

let drills: Drills
let place: Place
let backup: string

beforeAll(async () => {
  drills = await openDrills()
  place = await drills.external('shop')
  const infrastructure = await openStoppedShop(place)
  await writeEvents(infrastructure.bulk.pool, 10_000)
  await infrastructure.close()
  await (await startAt(place)).end('SIGTERM')
  backup = join(drills.folder, 'shop.backup')
  await writeFile(place['ERASURES_FILE'] ?? '', '')
}, 540_000)
afterAll(() => drills.close())

/** The commands run as processes of their own, which start slowly on a busy machine. */
const patienceMs = 60_000

const partsOf = async (name: string) => (await readdir(drills.folder)).filter((one) => one.startsWith(`${name}.part-`))

describe('a backup', { timeout: 120_000 }, () => {
  test('leaves nothing behind when it is interrupted', async () => {
    const { child, ended } = startOps(place, 'backup', backup)
    await eventually(async () => expect(await partsOf('shop.backup')).toHaveLength(1), patienceMs)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 1, stderr: expect.stringContaining('the command was interrupted') })
    expect((await readdir(drills.folder)).filter((name) => name.startsWith('shop.backup'))).toEqual([])
  })

  test('leaves a partial file when it is killed, which the next backup removes', async () => {
    const { child, ended } = startOps(place, 'backup', backup)
    await eventually(async () => expect(await partsOf('shop.backup')).toHaveLength(1), patienceMs)
    child.kill('SIGKILL')
    await ended
    expect(await partsOf('shop.backup')).toHaveLength(1)
    expect(await runOps(place, 'backup', backup)).toMatchObject({ code: 0 })
    expect((await readdir(drills.folder)).filter((name) => name.startsWith('shop.backup'))).toEqual(['shop.backup'])
  })
})

test('a backup to a full disk fails with a message and leaves nothing behind', needsSmallDisk, async () => {
  const disk = makeSmallDisk('64k', drills.folder)
  try {
    const full = await runOps(place, 'backup', join(disk.folder, 'shop.backup'))
    expect(full).toMatchObject({ code: 1, stderr: expect.stringContaining('the disk is full') })
    expect(await readdir(disk.folder)).toEqual([])
  } finally {
    disk.remove()
  }
})

test(
  'a restore onto a full disk fails with a message and leaves nothing; once there is room, a second run completes it',
  { ...needsSmallDisk, timeout: 120_000 },
  async () => {
    const adminUrl = inject('postgresAdminUrl')
    const target = await drills.external('on a small disk')
    const url = target['DATABASE_URL'] ?? ''
    const name = new URL(url).pathname.slice(1)
    const disk = makeSmallDisk('12m', await ask('show data_directory', adminUrl))
    try {
      await administer(`create tablespace ${name} owner shop location '${disk.folder}'`, adminUrl)
      await administer(`alter database ${name} set tablespace ${name}`, adminUrl)
      const full = await runOps(target, 'restore', backup)
      expect(full).toMatchObject({ code: 1, stderr: expect.stringMatching(/disk is full/) })
      expect(await ask('select count(*) from events', url)).toBe('0')
      disk.resize('200m')
      expect(await runOps(target, 'restore', backup)).toMatchObject({ code: 0 })
      expect(await ask('select count(*) from events', url)).toBe(
        await ask('select count(*) from events', place['DATABASE_URL'] ?? ''),
      )
    } finally {
      await administer(`drop database ${name} with (force)`, adminUrl)
      await administer(`drop tablespace if exists ${name}`, adminUrl)
      disk.remove()
    }
  },
)

describe('a restore that is killed midway', { timeout: 120_000 }, () => {
  let target: Place
  let url: string

  beforeAll(async () => {
    target = await drills.external('restored')
    url = target['DATABASE_URL'] ?? ''
    // As the restore leaves it before its rows, so that it can be held back at one of them.
    await administer('create table unfinished_restore (begun_at timestamptz)', url)
    const database = openDatabase(url, { applicationName: 'test' })
    await migrate(database.db, shopMigrations)
    await database.close()
    await administer(
      `create function hold_back() returns trigger language plpgsql as 'begin perform pg_sleep(120); return new; end';
       create trigger held before insert on events for each row when (new.position = 9000) execute function hold_back()`,
      url,
    )
  })

  test('leaves none of the backup’s rows, and a shop does not start on it', async () => {
    const { child, ended } = startOps(target, 'restore', backup)
    const waiting = `from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
    await eventually(async () => expect(await ask(`select count(*) ${waiting}`, url)).toBe('1'), patienceMs)
    const second = await runOps(target, 'restore', backup)
    expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining('another restore') })
    child.kill('SIGKILL')
    await ended
    await administer(`select pg_terminate_backend(pid) ${waiting}`, url)
    await administer('drop trigger held on events', url)
    expect(await ask('select count(*) from events', url)).toBe('0')
    const unfinished = expect.stringContaining('a restore into this database is not complete')
    expect(await runOps(target, 'projections')).toMatchObject({ code: 1, stderr: unfinished })
  })

  test('is completed by a second run', async () => {
    expect(await runOps(target, 'restore', backup)).toMatchObject({ code: 0 })
    const events = 'select count(*) from events'
    expect(await ask(events, url)).toBe(await ask(events, place['DATABASE_URL'] ?? ''))
    const shop = await startAt(target)
    expect((await shop.call('GET', '/api/users/me', { token: shop.token })).status).toBe(200)
    await shop.end('SIGTERM')
  })
})
