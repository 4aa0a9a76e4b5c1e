import { tmpdir } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '#test/support/eventually.ts'
import { watchDiskSpace, type DiskSpace, type FreeBytes } from './disk-space.ts'
import { EngineUnavailable, remedyOf } from '../domain/errors.ts'
import { openLog } from '../telemetry/log.ts'

let disk: DiskSpace
let lines: string[]

async function watch(freeBytes?: FreeBytes, reserveMb = 200): Promise<void> {
  lines = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  disk = await watchDiskSpace({ folder: tmpdir(), reserveMb, log, freeBytes, everyMs: 1 })
}

function refusal(): unknown {
  try {
    disk.assertRoom()
    return undefined
  } catch (error) {
    return error
  }
}

afterEach(() => disk.close())

test('refuses below the reserve, from the first check on', async () => {
  await watch(() => Promise.resolve(200_000_000))
  expect(refusal()).toBeUndefined()
  disk.close()
  await watch(() => Promise.resolve(199_999_999))
  expect(refusal()).toBeInstanceOf(EngineUnavailable)
  expect(refusal()).toMatchObject({ outcome: 'none', retryAfterSeconds: 10 })
  expect(remedyOf(refusal())).toMatchObject({
    message: 'the disk of the data folder is nearly full: 199 MB are free, 200 MB must be',
    remedy: expect.stringContaining('DATA_DIR'),
  })
})

test('logs each change once', async () => {
  let free = 1_000_000_000
  let checks = 0
  await watch(() => {
    checks += 1
    return Promise.resolve(free)
  })
  const checkedAgain = async () => {
    const before = checks
    await eventually(() => expect(checks).toBeGreaterThan(before + 3))
  }
  for (const bytes of [0, 100_000_000, 500_000_000]) {
    free = bytes
    await checkedAgain()
  }
  expect(refusal()).toBeUndefined()
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', folder: tmpdir(), freeMb: 0, msg: expect.stringContaining('nearly full') },
    { level: 'info', freeMb: 500, msg: expect.stringContaining('room') },
  ])
})

test('keeps the last result while the disk cannot be checked', async () => {
  let free: number | undefined
  let checks = 0
  await watch(() => {
    checks += 1
    return free === undefined ? Promise.reject(new Error('unavailable')) : Promise.resolve(free)
  })
  expect(refusal()).toBeUndefined()
  free = 0
  await eventually(() => expect(refusal()).toBeDefined())
  free = undefined
  const before = checks
  await eventually(() => expect(checks).toBeGreaterThan(before + 3))
  expect(refusal()).toBeDefined()
})

test('asks the system by default', async () => {
  await watch(undefined, 0)
  expect(refusal()).toBeUndefined()
  disk.close()
  await watch(undefined, 1_000_000_000_000)
  expect(refusal()).toBeDefined()
})
