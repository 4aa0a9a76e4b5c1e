import { expect, test } from 'vitest'
import { databaseId } from '#core/database/database-id.ts'
import { openDatabase } from '#core/database/database.ts'
import { copyOfDatabase, freshDatabase } from '#test/support/postgres/postgres.ts'

async function idOf(url: string): Promise<string> {
  const database = openDatabase(url, { applicationName: 'shop test' })
  try {
    return await databaseId(database.db)
  } finally {
    await database.close()
  }
}

test('the id of a database is stable, and differs from that of a copy, for an unprivileged account', async () => {
  const original = await freshDatabase()
  const id = await idOf(original.url)
  expect(await idOf(original.url)).toBe(id)
  const copy = await copyOfDatabase(original.url)
  expect(await idOf(copy.url)).not.toBe(id)
  await copy.drop()
  await original.drop()
})
