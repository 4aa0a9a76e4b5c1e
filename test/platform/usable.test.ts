import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { assertUsable } from '#core/database/usable.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'
import { openTcpProxy } from '#test/support/engines/tcp-proxy.ts'

let fresh: FreshDatabase

beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

async function verdictOn(url: string): Promise<string> {
  const database = openDatabase(url, { applicationName: 'shop test' })
  try {
    await assertUsable(database, 0)
    return 'usable'
  } catch (error) {
    return String(error)
  } finally {
    await database.close()
  }
}

function changed(change: (url: URL) => void): string {
  const url = new URL(fresh.url)
  change(url)
  return url.href
}

/** Over TCP, where the Postgres of the tests checks passwords. */
function withWrongPassword(url: URL): void {
  url.searchParams.delete('host')
  url.password = 'hunter2'
}

describe('a database that the operator provides', () => {
  test('is accepted if it answers', async () => {
    expect(await verdictOn(fresh.url)).toBe('usable')
  })

  test.each<[problem: string, change: (url: URL) => void]>([
    ['refuses the user or the password', withWrongPassword],
    ['refuses the user or the password', (url) => (url.username = 'nobody')],
    ['has no database with that name', (url) => (url.pathname = '/elsewhere')],
  ])('that %s is refused in these words, without its URL', async (problem, change) => {
    const verdict = await verdictOn(changed(change))
    expect(verdict).toContain(`OperatorError: the `)
    expect(verdict).toContain(problem)
    expect(verdict).not.toContain('hunter2')
    expect(verdict).not.toContain('postgres:')
  })

  test('that does not answer is refused with the reason', async () => {
    const proxy = await openTcpProxy(fresh.url)
    await proxy.close()
    expect(await verdictOn(proxy.url)).toContain('does not answer (ECONNREFUSED)')
  })
})
