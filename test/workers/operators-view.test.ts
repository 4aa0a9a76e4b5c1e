import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Value } from 'typebox/value'
import { openDatabase, type Database } from '#core/database/database.ts'
import { migrate } from '#core/database/migrate.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { Reply, Route } from '#core/http/routing/route.ts'
import { notificationsModule } from '#modules/notifications/module.ts'
import { Job, JobPage } from '#modules/notifications/schema.ts'
import type { NotificationStatus } from '#modules/notifications/schema.ts'
import { notificationMigrations } from '#modules/notifications/tables.ts'
import { freshDatabase, type FreshDatabase } from '#test/support/postgres/postgres.ts'
import { nothingDecided } from './mail-deps.ts'

let fresh: FreshDatabase
let database: Database
let routes: Route[]

beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, { applicationName: 'test' })
  await migrate(database.db, notificationMigrations)
  routes = notificationsModule({ db: database.db, ...nothingDecided }).routes
})

afterAll(async () => {
  await database.close()
  await fresh.drop()
})

beforeEach(() => sql`truncate notifications`.execute(database.db))

async function ask(
  method: string,
  path: string,
  input: { params?: Record<string, unknown>; query?: Record<string, unknown> },
): Promise<Reply> {
  const route = routes.find((one) => one.method === method && one.path === path)
  if (route === undefined) throw new Error(`there is no route ${method} ${path}`)
  return route.handle({
    params: {},
    query: {},
    ...input,
    body: undefined,
    file: Buffer.alloc(0),
    actor: { id: 'a', name: 'Admin', role: 'ADMIN', loginUserName: 'admin' },
    requestId: 'r',
    commandId: 'c',
    isRetry: false,
    ifMatch: undefined,
    clientAddress: '127.0.0.1',
  })
}

async function pageOf(query: Record<string, unknown>): Promise<JobPage> {
  const { body } = await ask('GET', '/api/ops/jobs', { query: { page: 0, size: 10, ...query } })
  return Value.Parse(JobPage, body)
}

const retry = (id: string) => ask('POST', '/api/ops/jobs/{id}/retry', { params: { id } })

/** Inserts a row in a later stage of its life; returns its id. */
async function given(status: NotificationStatus, columns: { due_in?: string; error?: string } = {}): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into notifications (id, event_id, channel, kind, stream, revision, event_at, status, attempts, due_at, error)
    values (gen_random_uuid() || '-email', gen_random_uuid(), 'email', 'order-placed', 'order-ORD1', 0, now(), ${status}, 8,
      now() + ${columns.due_in ?? null}::interval, ${columns.error ?? null})
    returning id`.execute(database.db)
  return rows[0]?.id ?? ''
}

test('an operator sees waiting, failed and finished mails, newest first', async () => {
  const statuses: NotificationStatus[] = ['pending', 'queued', 'sending', 'held', 'failed', 'sent', 'cancelled']
  const ids: string[] = []
  for (const status of statuses) ids.push(await given(status))
  const all = await pageOf({})
  expect(all.content.map((job) => job.id)).toEqual(ids.toReversed())
  expect(all.counts).toEqual({ waiting: 3, held: 1, failed: 1, done: 2 })
  expect((await pageOf({ status: 'waiting' })).content.map((job) => job.status)).toEqual([
    'sending',
    'queued',
    'pending',
  ])
  expect((await pageOf({ status: 'failed' })).content.map((job) => job.status)).toEqual(['failed'])
  const done = await pageOf({ status: 'done', size: 1, page: 1 })
  expect(done).toMatchObject({ number: 1, totalElements: 2, totalPages: 2, last: true })
  expect(done.content.map((job) => job.status)).toEqual(['sent'])
})

test('a failed one starts over, and its reason is cleared', async () => {
  const id = await given('failed', { error: 'The mail server refuses this email (EENVELOPE, 550)' })
  const { status, body } = await retry(id)
  expect(status).toBe(202)
  expect(Value.Parse(Job, body)).toMatchObject({ id, status: 'pending', attempts: 0 })
  expect((await pageOf({})).content[0]).not.toHaveProperty('error')
})

test('one that waits for its next attempt is retried now', async () => {
  const id = await given('queued', { due_in: '1 hour' })
  expect((await pageOf({})).content[0]).toHaveProperty('nextAttemptAt')
  expect((await retry(id)).status).toBe(202)
})

test.each(['pending', 'queued', 'sending', 'held', 'sent', 'cancelled'] as const)(
  'one that is %s is left alone',
  async (status) => {
    const id = await given(status)
    await expect(retry(id)).rejects.toMatchObject({ code: 'conflict' })
    expect((await pageOf({})).content[0]).toMatchObject({ status, attempts: 8 })
  },
)

test('one that does not exist is not found', async () => {
  await expect(retry("x' or '1'='1")).rejects.toThrow(Rejection)
  await expect(retry('nothing')).rejects.toMatchObject({ code: 'not-found' })
})

test('every call is restricted to the admin', () => {
  expect(new Set(routes.map((route) => String(route.access)))).toEqual(new Set(['ADMIN']))
})
