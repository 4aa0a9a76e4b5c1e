import { describe, inject, test } from 'vitest'
import { failureText } from '#core/process/run-process.ts'
import { openTestShop } from '#test/support/shop/shop.ts'
import { administer, freshDatabase } from '#test/support/postgres/postgres.ts'

/** `started`, or why a shop does not start as a role with this limit. */
async function startWithConnections(limit: number): Promise<string> {
  const adminUrl = inject('postgresAdminUrl')
  const fresh = await freshDatabase()
  const url = new URL(fresh.url)
  const name = url.pathname.slice(1)
  const role = `limited_${name.slice(-12)}`
  url.username = role
  url.password = 'limited'
  try {
    await administer(`create role ${role} login password 'limited' connection limit ${limit}`, adminUrl)
    await administer(`alter database ${name} owner to ${role}`, adminUrl)
    const shop = await openTestShop({ DATABASE_URL: url.href }, { maxConnections: 20 })
    await shop.close()
    return 'started'
  } catch (error) {
    return failureText(error)
  } finally {
    await fresh.drop()
    await administer(`drop role if exists ${role}`, adminUrl)
  }
}

// Each has a role and a database of its own.
describe.concurrent('a role with too few connections', () => {
  test.for([1, 5, 7])('stops the start with the limit and the remedy in one line: %i', async (n, { expect }) => {
    const text = await startWithConnections(n)
    expect(text).toMatch(/^the database refuses a connection: too many connections for role .*\. Raise that limit to /)
    expect(text).not.toContain('\n')
  })

  test('starts the shop if it has as many as the manual states', async ({ expect }) => {
    expect(await startWithConnections(29)).toBe('started')
  })
})
