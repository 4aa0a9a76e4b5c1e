import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { failureText } from '#core/process/run-process.ts'
import { openTestShop } from '#test/support/shop/shop.ts'
import { administer, freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'

let fresh: FreshDatabase
let role: string

beforeEach(async () => {
  fresh = await freshDatabase()
  role = `limited_${new URL(fresh.url).pathname.slice(-12)}`
})
afterEach(async () => {
  await fresh.drop()
  await administer(`drop role ${role}`, inject('postgresAdminUrl'))
})

async function startWithConnections(limit: number): Promise<string> {
  const adminUrl = inject('postgresAdminUrl')
  await administer(`create role ${role} login password 'limited' connection limit ${limit}`, adminUrl)
  await administer(`alter database ${new URL(fresh.url).pathname.slice(1)} owner to ${role}`, adminUrl)
  const url = new URL(fresh.url)
  url.username = role
  url.password = 'limited'
  try {
    const shop = await openTestShop({ DATABASE_URL: url.href })
    await shop.close()
    return 'started'
  } catch (error) {
    return failureText(error)
  }
}

describe('a role with too few connections', () => {
  test.each([1, 5, 7])(
    'stops the start with the limit and the remedy in one line: %i',
    { timeout: 60_000 },
    async (n) => {
      const text = await startWithConnections(n)
      expect(text).toMatch(
        /^the database refuses a connection: too many connections for role .*\. Raise that limit to /,
      )
      expect(text).not.toContain('\n')
    },
  )

  test('is accepted once it has as many as the manual states', async () => {
    expect(await startWithConnections(29)).toBe('started')
  })
})
