import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needsRedis } from '../support/engines/engines.ts'
import { openRedis, type TestRedis } from '../support/engines/redis.ts'
import { entriesOf, placesThatHold } from './places.ts'

const text = 'street0a1b2c3d4e5f'

describe('a text is found', () => {
  test.each([
    ['in plain sight, in any case', 'STREET0A1B2C3D4E5F'],
    ['as bytes', `\\x00${Buffer.from(text).toString('hex')}ff`],
    ['in base64', Buffer.from(text).toString('base64')],
    ['in base64 after one more byte', Buffer.from(`.${text}.`).toString('base64')],
    ['in base64 after two more bytes', Buffer.from(`..${text}..`).toString('base64')],
  ])('%s', (_, content) => {
    expect(placesThatHold([{ place: 'here', content }], [text])).toEqual(['here'])
  })

  test('if it is short, only as a value of its own', () => {
    const kept = ['at 10:00:00.411001+00', '(a,411001,b)', '{"zipCode":"411001"}'].map((content, i) => ({
      place: String(i),
      content,
    }))
    expect(placesThatHold(kept, ['411001'])).toEqual(['1', '2'])
  })
})

describe('in Redis', needsRedis, () => {
  let server: TestRedis
  let redis: Redis

  beforeAll(async () => {
    server = await openRedis()
    redis = new Redis(server.url)
  })
  afterAll(async () => {
    await redis.quit()
    await server.close()
  })

  test('a text is found in a value of each type', async () => {
    const long = `${'a'.repeat(500)}${text}${'a'.repeat(500)}`
    await redis.set('a string', long)
    await redis.hset('a hash', 'field', long)
    await redis.rpush('a list', long)
    await redis.sadd('a set', long)
    await redis.zadd('a sorted set', 1, long)
    await redis.xadd('a stream', '*', 'field', long)
    expect(placesThatHold(await entriesOf(server.url), [text])).toHaveLength(6)
  })
})
