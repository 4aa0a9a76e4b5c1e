import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTerminal } from '#core/cli/terminal.ts'
import { readConfig } from '#core/config/config.ts'
import { openInfrastructure, type Infrastructure } from '#modules/shop/engines/infrastructure.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { copyEventsCommand } from '#modules/operations/ops/copy-events.ts'
import { eventDefinitions, moduleMigrations } from '#modules/shop/manifests.ts'
import { followed } from '#core/projections/continuity/followed.ts'
import { projectionMigrations } from '#core/projections/checkpoints/migrations.ts'
import { writeEvents } from '#test/bench/replay/events.ts'
import { openEventStoreDouble, type EventStoreDouble } from '#test/support/event-store-double/server.ts'
import { eventually } from '#test/support/eventually.ts'
import { runOps, startOps } from '#test/support/shop/ops-process.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'

describe('ops copy-events, into a wire-level double of EventStoreDB', () => {
  const count = 3_000
  let database: FreshDatabase
  let dataDir: string
  let double: EventStoreDouble
  let env: Record<string, string>
  let infrastructure: Infrastructure

  beforeAll(async () => {
    database = await freshDatabase()
    dataDir = await mkdtemp(join(tmpdir(), 'shop-copy-'))
    double = await openEventStoreDouble()
    env = { DATABASE_URL: database.url, DATA_DIR: dataDir }
    infrastructure = await openInfrastructure({
      config: readConfig(env, dataDir),
      log: silentLog,
      roles: [],
      definitions: eventDefinitions,
      migrations: { ...moduleMigrations, ...projectionMigrations },
      followed,
      onLockLost: () => undefined,
    })
    await writeEvents(infrastructure.bulk.pool, count)
  })

  afterAll(async () => {
    await infrastructure.close()
    double.kill()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  const copied = () => double.log.events.filter(({ type }) => !/^(\$|Shop)/.test(type))

  test('resumes after a SIGKILL, and exits with 0 once both logs are equal', async () => {
    const { child, ended } = startOps(env, 'copy-events', '--to', double.url)
    await eventually(() => expect(copied().length).toBeGreaterThan(200), 60_000)
    child.kill('SIGKILL')
    await ended
    const atKill = copied().length
    expect(atKill).toBeLessThan(count)

    const resumed = await runOps(env, 'copy-events', '--to', double.url, '--json')
    expect(resumed.stderr).toMatch(/copy: \d+ of 3000 \(100 %\)/)
    expect(JSON.parse(resumed.stdout)).toMatchObject({ events: count, copied: count, different: [], isEqual: true })
    expect(resumed.code).toBe(0)
    expect(new Set(copied().map(({ id }) => id)).size).toBe(count)
  }, 540_000)

  test('fails and names the stream if a copied event was changed', async () => {
    const changed = copied()[count / 2]
    if (changed === undefined) throw new Error('nothing was copied')
    const forged = JSON.stringify({ ...JSON.parse(Buffer.from(changed.data).toString()), forged: true })
    double.log.forge(changed, Buffer.from(forged))
    const lines: string[] = []
    const terminal = openTerminal({
      isJson: false,
      stdout: { write: (line) => lines.push(line) },
      stderr: { write: () => undefined },
    })
    const { signal } = new AbortController()
    expect(await copyEventsCommand({ ...infrastructure, terminal, signal }, double.url)).toBe(false)
    expect(lines).toContain(`  different: ${changed.stream}\n`)
    expect(lines.join('')).toMatch(/do not use the copy/)
  })
})
