import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { remedyOf } from '#core/domain/errors.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import { openEventStoreDb } from '#core/event-store/eventstoredb/event-store.ts'
import { readEventStoreDbUrl } from '#core/event-store/eventstoredb/connection/url.ts'
import { openJobs } from '#core/jobs/queue.ts'
import { watchRedis } from '#core/jobs/redis.ts'
import { openLog } from '#core/telemetry/log.ts'
import { makeCertificate, type TestCertificate } from '#test/support/engines/certificate.ts'
import { needsOpenssl, needsRedisWithTls } from '#test/support/engines/engines.ts'
import { openEventStoreDouble, type EventStoreDouble } from '#test/support/event-store-double/server.ts'
import { eventOf, newStream } from '#test/support/event-store/event-stores.ts'
import { eventually } from '#test/support/eventually.ts'
import { startRedisWithTls } from '#test/support/engines/redis.ts'
import { ownerOfTests } from '#test/support/engines/owner.ts'

let certificate: TestCertificate
const caFile = () => `&tlsCAFile=${certificate.certFile}`

beforeAll(async () => {
  if (!needsOpenssl.skip) certificate = await makeCertificate()
})
afterAll(() => certificate?.remove())

describe('jobs in a Redis with TLS', needsRedisWithTls, () => {
  const password = 'only-for-this-redis'
  const usual = getCACertificates('default')
  let redis: Awaited<ReturnType<typeof startRedisWithTls>>

  beforeAll(async () => {
    redis = await startRedisWithTls(certificate, password)
  })
  afterEach(() => setDefaultCACertificates(usual))
  afterAll(() => redis?.close())

  test('run if its certificate is trusted, with the password of the URL, which is never logged', async () => {
    // Has the effect of NODE_EXTRA_CA_CERTS, which Node reads only at start-up.
    setDefaultCACertificates([...usual, certificate.cert])
    const lines: string[] = []
    const log = openLog('trace', { write: (line) => void lines.push(line) })
    const jobs = await openJobs({ databaseUrl: '', redisUrl: redis.url, log })
    const done: string[] = []
    const queue = jobs.queue('letters')
    await eventually(() => queue.add(['a']))
    const worker = jobs.work('letters', async (id) => void done.push(id))
    await eventually(() => expect(done).toEqual(['a']))
    await worker.close()
    await queue.close()
    await jobs.close()
    expect(lines.join()).not.toContain(password)
  })

  test('are not sent to a Redis whose certificate is not trusted', async () => {
    const lines: string[] = []
    const log = openLog('trace', { write: (line) => void lines.push(line) })
    const watch = watchRedis(redis.url, log, ownerOfTests)
    await eventually(() => expect(lines.join()).toContain('self-signed'))
    await expect(watch.ping()).rejects.toMatchObject({ name: 'EngineUnavailable' })
    await watch.close()
    expect(lines.join()).not.toContain(password)
  })
})

describe('events in a wire-level double of EventStoreDB with TLS', needsOpenssl, () => {
  const account = { user: 'shop', password: 'only-for-this-store' }
  let double: EventStoreDouble
  let opened: EventStore[] = []

  beforeAll(async () => {
    double = await openEventStoreDouble(undefined, { certificate, account })
  })
  afterEach(async () => {
    for (const store of opened) await store.close()
    opened = []
  })
  afterAll(() => double?.kill())

  function storeWith(password: string, options: string): EventStore {
    const url = `esdb://shop:${password}@127.0.0.1:${double.port}?tls=true${options}`
    const store = openEventStoreDb({ settings: readEventStoreDbUrl('EVENTSTORE_URL', url) })
    opened.push(store)
    return store
  }

  test('are written, read and notified if its authority is named, with the account of the URL', async () => {
    const store = storeWith(account.password, caFile())
    let woken = 0
    const stop = store.subscribe(() => woken++)
    const stream = newStream()
    await store.append(stream, 'no-stream', [eventOf('Sealed')])
    expect(await store.readStream(stream)).toHaveLength(1)
    await eventually(() => expect(double.subscribers()).toBe(1))
    await eventually(() => expect(woken).toBeGreaterThan(0))
    stop()
  })

  test('are never sent to a server whose certificate is not trusted', async () => {
    const before = double.arrivals()
    const refused = storeWith(account.password, '').append(newStream(), 'no-stream', [eventOf('Never')])
    await expect(refused).rejects.toMatchObject({ name: 'EngineUnavailable', outcome: 'none' })
    expect(double.arrivals()).toBe(before)
  })

  test.each(['append', 'head'] as const)(
    'are refused by %s with a wrong password, naming the setting that holds it',
    async (verb) => {
      const store = storeWith('wrong', caFile())
      const call = verb === 'head' ? store.head() : store.append(newStream(), 'no-stream', [eventOf('Never')])
      const error = await call.catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ name: 'EngineUnavailable', outcome: 'none' })
      expect(remedyOf(error)?.message).toBe('EventStoreDB refuses the account of EVENTSTORE_URL')
    },
  )
})
