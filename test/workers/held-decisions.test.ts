import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTerminal } from '#core/cli/terminal.ts'
import { systemActor } from '#core/domain/actor.ts'
import { openDatabase, type Database } from '#core/database/database.ts'
import { migrate } from '#core/database/migrate.ts'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { heldMailCommands, type RecordedDecision } from '#modules/notifications/held-commands.ts'
import { decideCommand, jobsCommand } from '#modules/notifications/ops.ts'
import { notificationMigrations } from '#modules/notifications/tables.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'

let fresh: FreshDatabase
let database: Database
let recorded: RecordedDecision[]

beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, { applicationName: 'test' })
  await migrate(database.db, notificationMigrations)
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})
beforeEach(async () => {
  recorded = []
  await sql`truncate notifications`.execute(database.db)
  for (const [id, status] of [
    ['a', 'held'],
    ['b', 'held'],
    ['c', 'held'],
    ['d', 'sent'],
  ])
    await sql`
      insert into notifications (id, event_id, channel, kind, stream, revision, event_at, status, attempts, error)
      values (${id}, gen_random_uuid(), 'email', 'order-placed', 'order-ORD1', 0, now(), ${status}, 2, 'Why')`.execute(
      database.db,
    )
})

const record = (_by: unknown, decided: RecordedDecision) => Promise.resolve(recorded.push(decided))

async function statuses(): Promise<string> {
  const { rows } = await sql<{ all: string }>`
    select string_agg(id || ':' || status, ' ' order by id) as all from notifications`.execute(database.db)
  return rows[0]?.all ?? ''
}

const decide = (...which: Parameters<ReturnType<typeof heldMailCommands>['decide']>) =>
  heldMailCommands(database.db, record).decide(...which)

function printed() {
  const lines: string[] = []
  return { lines, terminal: openTerminal({ isJson: false, stdout: { write: (line) => lines.push(line) } }) }
}

const away = () => Promise.reject(new EngineUnavailable('event store'))

const untouched = 'a:held b:held c:held d:sent'

describe('a decision about held mails', () => {
  test('releases one by its id, as new with its attempts reset, and records who did it', async () => {
    const { mails } = await decide(systemActor, 'send', { ids: ['a'] })
    expect(mails).toMatchObject([{ id: 'a', status: 'pending', attempts: 0, error: null, put_back: 1 }])
    expect(recorded).toEqual([{ decision: 'send', count: 1, ids: ['a'] }])
    expect(await statuses()).toBe('a:pending b:held c:held d:sent')
  })

  test('marks all as not sent if their number is confirmed', async () => {
    await decide(systemActor, 'discard', { count: 3 })
    expect(await statuses()).toBe('a:cancelled b:cancelled c:cancelled d:sent')
    expect(recorded).toMatchObject([{ decision: 'discard', count: 3 }])
  })

  test.each([
    ['another number', { count: 2 }, 'conflict'],
    ['one that is not held', { ids: ['a', 'd'] }, 'conflict'],
    ['one that there is not', { ids: ['a', 'x'] }, 'not-found'],
  ])('about %s changes and records nothing', async (_what, which, code) => {
    await expect(decide(systemActor, 'send', which)).rejects.toMatchObject({ code })
    expect([await statuses(), recorded]).toEqual([untouched, []])
  })

  test('that cannot be recorded changes nothing', async () => {
    const deciding = heldMailCommands(database.db, away).decide(systemActor, 'send', { count: 3 })
    await expect(deciding).rejects.toBeInstanceOf(EngineUnavailable)
    expect(await statuses()).toBe(untouched)
  })
})

describe('ops jobs', () => {
  const chosen = { ids: [], isAll: false, isYes: false, yesAll: undefined }

  test('counts and lists the held mails, and shows how to decide', async () => {
    const { lines, terminal } = printed()
    expect(await jobsCommand({ db: database.db, terminal })).toBe(true)
    expect(lines[0]).toMatch(/^waiting 0, held 3, failed 0, done 1/)
    expect(lines.join('')).toMatch(/a {5}order-placed .* Why\n/)
    expect(lines.join('')).toContain('npm run ops -- jobs discard')
  })

  test.each([{ isAll: true }, { ids: ['a', 'b'] }])(
    'reports what it would do and does nothing, for %j',
    async (which) => {
      const { lines, terminal } = printed()
      expect(await decideCommand({ db: database.db, terminal, record }, 'send', { ...chosen, ...which })).toBe(true)
      const confirmation = 'ids' in which ? 'jobs send a b --yes\n' : 'jobs send --yes-all 3\n'
      expect(lines.join('')).toContain('Nothing was changed')
      expect(lines.at(-1)).toContain(confirmation)
      expect([await statuses(), recorded]).toEqual([untouched, []])
    },
  )

  test('sends the confirmed mails', async () => {
    const { lines, terminal } = printed()
    await decideCommand({ db: database.db, terminal, record }, 'send', { ...chosen, yesAll: 3 })
    expect(lines).toEqual(['3 held emails released; the workers send them\n'])
    expect(await statuses()).toBe('a:pending b:pending c:pending d:sent')
  })

  test.each([{}, { isAll: true, isYes: true }, { isAll: true, ids: ['a'] }])(
    'rejects ambiguous input: %j',
    async (which) => {
      const { terminal } = printed()
      const decision = decideCommand({ db: database.db, terminal, record }, 'discard', { ...chosen, ...which })
      await expect(decision).rejects.toMatchObject({ name: 'OperatorError' })
      expect(await statuses()).toBe(untouched)
    },
  )
})
