import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { remedyOf } from '#core/domain/errors.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import { openEventStoreDb } from '#core/event-store/eventstoredb/event-store.ts'
import { readEventStoreDbUrl } from '#core/event-store/eventstoredb/connection/url.ts'
import { openLog } from '#core/telemetry/log.ts'
import { retryInBackground } from '#core/async/retry-in-background.ts'
import { makeCertificate, type TestCertificate } from '#test/support/engines/certificate.ts'
import { needsOpenssl } from '#test/support/engines/engines.ts'
import { openEventStoreDouble, type EventStoreDouble } from '#test/support/event-store-double/server.ts'
import { eventOf, newStream } from '#test/support/event-store/event-stores.ts'

describe('a wire-level double of EventStoreDB that does not match the URL', needsOpenssl, () => {
  const account = { user: 'shop', password: 'only-for-this-store' }
  let certificates: {
    own: TestCertificate
    other: TestCertificate
    expired: TestCertificate
    elsewhere: TestCertificate
  }
  let doubles: {
    tls: EventStoreDouble
    plain: EventStoreDouble
    expired: EventStoreDouble
    elsewhere: EventStoreDouble
  }
  let opened: EventStore[] = []

  beforeAll(async () => {
    const [own, other] = [await makeCertificate(), await makeCertificate()]
    const expired = await makeCertificate({ until: '240101000000Z' })
    const elsewhere = await makeCertificate({ names: 'DNS:events.example.in' })
    certificates = { own, other, expired, elsewhere }
    doubles = {
      tls: await openEventStoreDouble(undefined, { certificate: own, account }),
      plain: await openEventStoreDouble(),
      expired: await openEventStoreDouble(undefined, { certificate: expired, account }),
      elsewhere: await openEventStoreDouble(undefined, { certificate: elsewhere, account }),
    }
  })
  afterEach(async () => {
    for (const store of opened) await store.close()
    opened = []
  })
  afterAll(async () => {
    for (const double of Object.values(doubles ?? {})) double.kill()
    for (const certificate of Object.values(certificates ?? {})) await certificate.remove()
  })

  type Fault = { what: string; to: keyof typeof doubles; options: string; fact: RegExp; remedy: RegExp }

  const ca = (name: keyof typeof certificates) => `tlsCAFile=\${${name}}`
  const faults: Fault[] = [
    {
      what: 'no authority is named',
      to: 'tls',
      options: '',
      fact: /untrusted authority/,
      remedy: /Add tlsCAFile=/,
    },
    {
      what: 'another authority is named',
      to: 'tls',
      options: ca('other'),
      fact: /not signed by the authority/,
      remedy: /Set tlsCAFile/,
    },
    {
      what: 'a plain port is addressed with TLS',
      to: 'plain',
      options: ca('own'),
      fact: /does not speak TLS/,
      remedy: /tls=false/,
    },
    {
      what: 'a TLS port is addressed in plain text',
      to: 'tls',
      options: 'tls=false',
      fact: /speaks TLS, but EVENTSTORE_URL has tls=false/,
      remedy: /Remove tls=false/,
    },
    {
      what: 'the certificate has expired',
      to: 'expired',
      options: ca('expired'),
      fact: /has expired/,
      remedy: /Issue a new one/,
    },
    {
      what: 'the certificate is for another host',
      to: 'elsewhere',
      options: ca('elsewhere'),
      fact: /not for the host/,
      remedy: /DNS:events\.example\.in/,
    },
  ]

  function storeAt(scheme: string, host: string, options: string): EventStore {
    const filled = options.replaceAll(
      /\$\{(\w+)\}/g,
      (_, name: keyof typeof certificates) => certificates[name].certFile,
    )
    const url = `${scheme}://shop:${account.password}@${host}?${filled}`
    const store = openEventStoreDb({ settings: readEventStoreDbUrl('EVENTSTORE_URL', url) })
    opened.push(store)
    return store
  }

  test.each(faults)(
    'reports the cause when $what, and that nothing was written',
    async ({ to, options, fact, remedy }) => {
      const store = storeAt('esdb', `127.0.0.1:${doubles[to].port}`, options)
      for (const call of [store.head(), store.append(newStream(), 'no-stream', [eventOf('Never')])]) {
        const error = await failureOf(call)
        expect(error).toMatchObject({ name: 'EngineUnavailable', outcome: 'none' })
        expect(remedyOf(error)?.message).toMatch(fact)
        expect(remedyOf(error)?.remedy).toMatch(remedy)
      }
    },
  )

  test.each(faults)('reports the cause for a cluster too when $what', async ({ to, options, fact }) => {
    const error = await failureOf(storeAt('esdb+discover', `127.0.0.1:${doubles[to].port}`, options).head())
    expect(remedyOf(error)?.message).toMatch(fact)
  })

  test('reports a host name that cannot be resolved', async () => {
    const error = await failureOf(storeAt('esdb', 'no-such-host.invalid', ca('own')).head())
    expect(remedyOf(error)?.message).toBe('the host name in EVENTSTORE_URL cannot be resolved')
  })

  test('reports no cause if no server listens', async () => {
    const gone = await openEventStoreDouble()
    gone.kill()
    const error = await failureOf(storeAt('esdb', `127.0.0.1:${gone.port}`, ca('own')).head())
    expect(error).toMatchObject({ name: 'EngineUnavailable', outcome: 'none' })
    expect(remedyOf(error)).toBeUndefined()
  })

  test('is logged with cause and remedy while the start waits for it', async () => {
    const lines: string[] = []
    const log = openLog('info', { write: (line) => void lines.push(line) })
    const store = storeAt('esdb', `127.0.0.1:${doubles.tls.port}`, '')
    const starting = await retryInBackground({ label: 'the start', log }, async () => void (await store.head()))
    await starting.stop()
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      {
        level: 'warn',
        msg: 'event store does not answer: the start is retried in the background',
        reason: expect.stringMatching(/untrusted authority/),
        remedy: expect.stringMatching(/tlsCAFile/),
      },
    ])
    expect(lines.join()).not.toContain(account.password)
  })

  test('is reached again once the server matches the URL', async () => {
    const double = await openEventStoreDouble()
    const store = storeAt('esdb', `127.0.0.1:${double.port}`, 'tls=false')
    double.kill()
    expect(await failureOf(store.head())).toMatchObject({ name: 'EngineUnavailable' })
    await double.restart()
    await expect.poll(() => store.head().catch(() => 'away')).toBe(0)
    double.kill()
  })
})

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  )
}
