import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { openJobs, type Jobs } from '#core/jobs/queue.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { eventually } from '#test/support/eventually.ts'
import { openPostgresJobs } from '#test/support/postgres/jobs.ts'
import { administer, freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'
import { openTcpProxy, type TcpProxy } from '#test/support/engines/tcp-proxy.ts'
import { jobsContract, quickTiming } from './jobs.ts'
import { mailListsContract } from './mail-lists.ts'

jobsContract('Postgres', (timing) => openPostgresJobs(timing))

mailListsContract('Postgres', () => Promise.resolve({ dispose: () => Promise.resolve() }))

describe('the job queue on Postgres', () => {
  let fresh: FreshDatabase
  let proxy: TcpProxy
  let jobs: Jobs

  beforeEach(async () => {
    fresh = await freshDatabase()
    proxy = await openTcpProxy(fresh.url)
    // The lost reply may have handed over a job, whose lock must then expire.
    const timing = { ...quickTiming, callTimeout: 300, lockDuration: 2_000 }
    jobs = await openJobs({ databaseUrl: proxy.url, log: silentLog, timing })
  })

  afterEach(async () => {
    await jobs.close()
    await proxy.close()
    await fresh.drop()
  })

  test('times out when the database stops answering', async () => {
    const queue = jobs.queue('letters')
    await eventually(() => queue.add(['a']))
    proxy.silence('forGood')
    await expect(queue.add(['b'])).rejects.toThrow(EngineUnavailable)
    await expect(queue.remove('a')).rejects.toThrow(EngineUnavailable)
    await proxy.close()
    await queue.close()
  })

  test('resumes jobs after every connection is terminated', async () => {
    const queue = jobs.queue('letters')
    const done: string[] = []
    const worker = jobs.work('letters', (id) => {
      done.push(id)
      return Promise.resolve()
    })
    await eventually(() => queue.add(['before']))
    await eventually(() => expect(done).toContain('before'))
    await administer(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      fresh.url,
    )
    await eventually(() => queue.add(['after']))
    await eventually(() => expect(done).toContain('after'))
    await worker.close()
    await queue.close()
  })

  test('recovers from the loss of its first connection, in queue and worker', async () => {
    proxy.loseNextReply()
    const queue = jobs.queue('letters')
    await eventually(() => queue.add(['a']))
    proxy.loseNextReply()
    const done: string[] = []
    const worker = jobs.work('letters', (id) => {
      done.push(id)
      return Promise.resolve()
    })
    await eventually(() => expect(done).toContain('a'))
    await worker.close()
    await queue.close()
  })

  test('stores nothing of what a job throws', async () => {
    const queue = jobs.queue('letters')
    let tries = 0
    const worker = jobs.work('letters', () => {
      tries += 1
      return Promise.reject(new Error('asha@clinic.in'))
    })
    await eventually(() => queue.add(['a']))
    await eventually(() => expect(tries).toBeGreaterThan(0))
    await worker.close()
    const client = new Client({ connectionString: fresh.url })
    await client.connect()
    const { rows } = await client.query('select * from bullmq.job, bullmq.event')
    await client.end()
    expect(JSON.stringify(rows)).toContain('the job failed unexpectedly')
    expect(JSON.stringify(rows)).not.toContain('asha')
    await queue.close()
  })
})
