import { readFile, writeFile } from 'node:fs/promises'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeEvents } from '../../bench/replay/events.ts'
import { openDrills, type Drills, type Place } from '../../support/backup/restorable-shop.ts'
import { ask } from '../../support/postgres/postgres.ts'
import { startOps } from '../../support/shop/ops-process.ts'
import { openStoppedShop } from '../../support/shop/stopped-shop.ts'
import { recordFigure } from '../../support/runner/figures.ts'
import { whileRunning } from '../../support/while-running.ts'

const events = 400_000
/** Close to what a command takes for a small shop; holding all events as well would take half as much again. */
const mostMb = 400
/** The minimum size of all events as text. */
const eventsMb = 180

let drills: Drills
let place: Place

beforeAll(async () => {
  drills = await openDrills()
  place = await drills.external('large')
  const infrastructure = await openStoppedShop(place)
  await writeEvents(infrastructure.bulk.pool, events)
  await infrastructure.bulk.pool.query(`
    insert into accounts (id, username, username_key, name, email, mobile_number, password_hash, roles, not_before,
      created_at, consent_notice, consented_at)
    values ('a1', 'asha', 'asha', 'Asha Rao', '', '', '', '["ADMIN"]', 0, now(), '', now())`)
  await infrastructure.close()
  await writeFile(place['ERASURES_FILE'] ?? '', '')
}, 540_000)
afterAll(() => drills.close())

/** The peak memory of a command, in MB. */
async function peakOf(env: Place, ...parameters: string[]): Promise<number> {
  const { child, ended } = startOps(env, ...parameters)
  let peak = 0
  const measuring = whileRunning(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
    await sleep(20)
  })
  const outcome = await ended
  await measuring.stop()
  expect(outcome).toMatchObject({ code: 0 })
  return peak
}

test.runIf(platform() === 'linux')(
  `${events} events are backed up and restored within ${mostMb} MB of memory`,
  async ({ task }) => {
    const backup = join(drills.folder, 'large.backup')
    const target = await drills.external('restored')
    const peaks = [await peakOf(place, 'backup', backup), await peakOf(target, 'restore', backup)]
    recordFigure(task, 'events backed up and restored', events)
    recordFigure(task, 'MB of memory at most', Math.ceil(Math.max(...peaks)))
    expect(Math.min(...peaks)).toBeGreaterThan(50)
    expect(Math.max(...peaks)).toBeLessThan(mostMb)
    const [before = '', after = ''] = [place['DATABASE_URL'], target['DATABASE_URL']]
    const bytes = 'select sum(length(e::text)) from events e'
    expect(Number(await ask(bytes, before)) / 1_048_576).toBeGreaterThan(eventsMb)
    expect(await ask('select count(*) from events', after)).toBe(await ask('select count(*) from events', before))
  },
  1_200_000,
)
