import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPostgresJobStore } from '#core/jobs/postgres.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { freePort } from '#test/support/engines/programs.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'

let fresh: FreshDatabase
let server: Server
let url: string

/** Leaves the first connection without an answer, and passes later ones on. */
beforeEach(async () => {
  fresh = await freshDatabase()
  const database = new URL(fresh.url)
  const { port, hostname } = database
  database.searchParams.delete('host')
  let count = 0
  server = createServer((client) => {
    client.on('error', () => undefined)
    if (count++ === 0) return
    const upstream = connect(Number(port), hostname)
    upstream.on('error', () => undefined)
    client.pipe(upstream).pipe(client)
  })
  const ownPort = await freePort()
  server.listen(ownPort, hostname)
  await once(server, 'listening')
  url = Object.assign(database, { port: String(ownPort) }).href
})
afterEach(async () => {
  server.close()
  await fresh.drop()
})

test('the job queue opens even if the first connection takes too long', async () => {
  const store = await openPostgresJobStore(url, silentLog)
  expect(store.engine).toBe('jobs')
  await store.close()
})
