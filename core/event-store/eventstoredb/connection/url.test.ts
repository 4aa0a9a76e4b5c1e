import { describe, expect, test } from 'vitest'
import { OperatorError } from '../../../domain/errors.ts'
import { readEventStoreDbUrl } from './url.ts'

const read = (url: string) => readEventStoreDbUrl('EVENTSTORE_URL', url)

describe('the URL of EventStoreDB', () => {
  test('names a host with TLS and an account', () => {
    expect(read('esdb://shop:p%40ss@events.example.in')).toEqual({
      setting: 'EVENTSTORE_URL',
      endpoints: [{ address: 'events.example.in', port: 2113 }],
      isCluster: false,
      isSecure: true,
      credentials: { username: 'shop', password: 'p@ss' },
      options: {},
    })
  })

  test('needs no account without TLS', () => {
    expect(read('esdb://localhost:21130/?tls=false')).toMatchObject({
      endpoints: [{ address: 'localhost', port: 21_130 }],
      isSecure: false,
    })
  })

  test('may name a cluster, and options in any spelling that the client accepts', () => {
    expect(read('esdb://u:p@a:1,b:2?keep_alive_interval=20000')).toMatchObject({
      endpoints: [
        { address: 'a', port: 1 },
        { address: 'b', port: 2 },
      ],
      isCluster: true,
      options: { keepAliveInterval: 20_000 },
    })
    expect(read('esdb+discover://u:p@cluster.example.in').isCluster).toBe(true)
  })

  test.each([
    'http://u:secret@h',
    'esdb://',
    'esdb://u:secret@',
    'esdb://u:secret@h?no-such-option=1',
    'esdb://u:secret@h?tlsVerifyCert=false',
    'esdb://u:secret@h?nodePreference=follower',
    'esdb://u:secret@h?keepAliveInterval=soon',
    'esdb://u:secret@h:99999',
    'esdb://u:secret%zz@h',
    'esdb://u:secret@h?tlsCAFile=/no/such/secret.pem',
    'esdb://h',
    'esdb://sec:ret:secret@h',
  ])('is refused as %j, and the message does not quote it', (url) => {
    expect(() => read(url)).toThrow(OperatorError)
    expect(() => read(url)).not.toThrow(/secret/)
  })
})
