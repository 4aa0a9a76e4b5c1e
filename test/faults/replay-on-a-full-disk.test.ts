import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { openDatabase, type Database } from '#core/database/database.ts'
import { needsSmallDisk } from '../support/engines/engines.ts'
import { eventually } from '../support/eventually.ts'
import { administer, ask } from '../support/postgres/postgres.ts'
import {
  appendPurses,
  foldedPurses,
  openWorkbench,
  pursesIn,
  type Workbench,
} from '../support/projections/workbench.ts'
import { makeSmallDisk, type SmallDisk } from '../support/postgres/small-disk.ts'
import { whileRunning } from '../support/while-running.ts'

const purses = 24

let workbench: Workbench
let disk: SmallDisk
let tablespace: string
/** Whatever is created on this one is on the small disk. */
let onSmallDisk: Database
let ending: AbortController

async function giveSmallDisk(size: string): Promise<void> {
  const adminUrl = inject('postgresAdminUrl')
  tablespace = `small_${randomUUID().replaceAll('-', '')}`
  disk = makeSmallDisk(size, await ask('show data_directory', adminUrl))
  await administer(`create tablespace ${tablespace} owner shop location '${disk.folder}'`, adminUrl)
  const url = new URL(workbench.url)
  url.searchParams.set('options', `-c default_tablespace=${tablespace}`)
  onSmallDisk = openDatabase(url.href, { applicationName: 'on a small disk', max: 4 })
}

beforeEach(async () => {
  workbench = await openWorkbench()
  ending = new AbortController()
})
afterEach(async () => {
  ending.abort()
  await onSmallDisk.close()
  await workbench.dispose()
  await administer(`drop tablespace ${tablespace}`, inject('postgresAdminUrl'))
  disk.remove()
})

describe('a full disk', needsSmallDisk, () => {
  test('halts a replay with a message and leaves the live rows whole; once there is room, the replay resumes on its own', async () => {
    await workbench.start()
    let last = 0
    for (let purse = 0; purse < purses; purse++) last = await appendPurses(workbench, 100, `p${purse}-`)
    await workbench.untilPassed(last)
    const expected = await foldedPurses(workbench.store)
    await giveSmallDisk('200k')
    // As text, so that comparing it repeatedly leaves time for the replay, which runs in this process.
    const live = await pursesIn(workbench)
    expect(live).toEqual(expected)
    const reading = whileRunning(async () =>
      expect(JSON.stringify(await pursesIn(workbench))).toBe(JSON.stringify(live)),
    )
    const patient = { db: onSmallDisk.db, timing: { beatMs: 500, leaseMs: 30_000 } }
    const rebuilt = workbench.operations(patient).replay('purses', { signal: ending.signal })
    // If the test ends first, this is never awaited.
    rebuilt.catch(() => undefined)
    const standing = async () => (await workbench.operations().status()).projections[0]
    await eventually(async () =>
      expect(await standing()).toMatchObject({
        status: 'rebuilding',
        rebuild: { waitsFor: expect.stringContaining('disk of the database is full') },
      }),
    )
    expect(await reading.stop()).toBeGreaterThan(0)
    last = await appendPurses(workbench, 10, 'during')
    await workbench.untilPassed(last)
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
    disk.resize('64m')
    await rebuilt
    expect(await standing()).toMatchObject({ status: 'live' })
    expect(await workbench.operations().verify('purses')).toMatchObject({ ok: true })
    await workbench.untilPassed(await appendPurses(workbench, 10, 'after'))
    expect(await pursesIn(workbench)).toEqual(await foldedPurses(workbench.store))
  })
})
