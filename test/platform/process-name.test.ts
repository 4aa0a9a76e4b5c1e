import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase, type Database } from '#core/database/database.ts'
import { otherProcesses, processName, processesOfOtherHosts, sessionName } from '#core/database/process-name.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'

const host = 'shop.example.in'

/** The session names of another process with the same pid, as in another container. */
async function namesElsewhere() {
  vi.resetModules()
  const there = await import('#core/database/process-name.ts')
  return [there.sessionName('listener'), there.processName({ roles: [], host })]
}

describe('the other processes of a shop that are connected to its database', () => {
  let fresh: FreshDatabase
  let own: Database
  const others: Client[] = []

  beforeAll(async () => {
    fresh = await freshDatabase()
    own = openDatabase(fresh.url, { applicationName: processName({ roles: [], host }) })
  })
  afterAll(async () => {
    for (const other of others) await other.end()
    await own.close()
    await fresh.drop()
  })

  async function connect(name: string): Promise<void> {
    const client = new Client({ connectionString: fresh.url, application_name: name })
    await client.connect()
    others.push(client)
  }

  test('are none if only this visitor has sessions', async () => {
    for (const kind of ['listener', 'presence'] as const) await connect(sessionName(kind))
    expect(await otherProcesses(own.db)).toEqual([])
  })

  test('are distinguished from this one even with the same pid', async () => {
    const names = await namesElsewhere()
    for (const name of names) await connect(name)
    expect(await otherProcesses(own.db)).toEqual(names)
  })

  test('are named by their roles, and those with another PUBLIC_URL by its host too', async () => {
    await connect(processName({ roles: ['api', 'workers'], host: 'staging.example.in' }))
    const running = `shop api+workers ${process.pid} staging.example.in`
    expect(await otherProcesses(own.db)).toContain(running)
    expect(await processesOfOtherHosts(own.db, host)).toEqual([running])
  })
})
