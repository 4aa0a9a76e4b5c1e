import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onOldestPostgres } from '#test/support/engines/engines.ts'
import { openPostgresStores } from '#test/support/event-store/event-stores.ts'
import { startPostgres15, type Postgres15 } from '#test/support/postgres/postgres-15.ts'
import { openPostgresJobs } from '#test/support/postgres/jobs.ts'
import { openPostgresIndexes } from '#test/support/engines/search-indexes.ts'
import { describeEventStoreContract } from './event-store.ts'
import { jobsContract } from './jobs.ts'
import { describeSearchIndexContract } from './search-index.ts'

describe('on Debian’s Postgres 15, the oldest supported version', onOldestPostgres, () => {
  let server: Postgres15

  beforeAll(async () => {
    server = await startPostgres15()
  })
  afterAll(() => server?.close())

  test('is version 15', async () => {
    const client = new Client({ connectionString: server.adminUrl })
    await client.connect()
    const { rows } = await client.query('show server_version_num')
    await client.end()
    expect(rows[0].server_version_num).toMatch(/^15/)
  })

  describeEventStoreContract('Postgres 15', () => openPostgresStores({}, server.adminUrl))
  describeSearchIndexContract('Postgres 15', () => openPostgresIndexes(server.adminUrl))
  jobsContract('Postgres 15', (timing) => openPostgresJobs(timing, server.adminUrl))
})
