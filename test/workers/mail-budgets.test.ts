import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '#core/database/migrate.ts'
import { openDatabase, type Database } from '#core/database/database.ts'
import { createBudgets, type Budgets } from '#core/http/security/budgets/budgets.ts'
import { sharedCounts } from '#core/http/security/budgets/shared-counts.ts'
import { throttleMigrations } from '#core/http/security/throttle.ts'
import { newId } from '#core/domain/ids.ts'
import { sendAgainCommand } from '#modules/notifications/send-again.ts'
import { notificationMigrations } from '#modules/notifications/tables.ts'
import { orderMails } from '#workers/mails/order-mails.ts'
import { eventually } from '../support/eventually.ts'
import { orderAt } from './mail-deps.ts'
import { draft, openMailShop, type MailShop } from './mail-shop.ts'

let mails: MailShop
let database: Database
let budgets: Budgets
/** The time of the budgets in ms. */
let now: number

/** Two mails an hour for each account and each address. */
const scale = 0.05

beforeEach(async () => {
  mails = await openMailShop()
  database = openDatabase(mails.databaseUrl, { applicationName: 'test' })
  await migrate(database.db, { ...notificationMigrations, ...throttleMigrations })
  now = 0
  budgets = createBudgets({ counts: sharedCounts(database.pool), scale, monotonic: () => now })
})
afterEach(async () => {
  await mails.close()
  await database.close()
})

/** Orders of the same account share all digits but the last. */
const buyerOf = (orderId: string) => orderId.slice(0, -1)

/** Mails of accounts named after the orders, with the given addresses. */
async function sendTo(addresses: Readonly<Record<string, string>>): Promise<string[]> {
  const ids: string[] = []
  for (const orderId of Object.keys(addresses)) ids.push(await mails.notify({ ...draft(), stream: `order-${orderId}` }))
  const writers = orderMails({
    orderAt: async (orderId) => ({ ...(await orderAt(orderId)), buyer: { id: buyerOf(orderId) } }),
  })
  const emails = new Map(Object.entries(addresses).map(([orderId, email]) => [buyerOf(orderId), email]))
  const account = async (id: string) => ({ name: 'Asha Rao', email: emails.get(id) })
  mails.startWorkers({ data: { writers, account }, budgets })
  return ids
}

const waiting = 'Many emails in a short time: this one is sent later'

async function outcomes(ids: readonly string[]): Promise<string[]> {
  const rows = await Promise.all(ids.map((id) => mails.row(id)))
  return rows.map(({ status, error, attempts }) => (status === 'sent' ? status : `${error} (${attempts})`)).toSorted()
}

test('an account gets its budget of mails, and the rest later, without an attempt being counted', async () => {
  const ids = await sendTo({
    ORD10000001: 'asha@clinic.in',
    ORD10000002: 'asha@clinic.in',
    ORD10000003: 'asha@clinic.in',
  })
  await eventually(async () => expect(await outcomes(ids)).toEqual([`${waiting} (0)`, 'sent', 'sent']))
  expect(mails.smtp.received).toHaveLength(2)
})

test('so does an address that several accounts share, in any case', async () => {
  const ids = await sendTo({
    ORD11000001: 'asha@clinic.in',
    ORD12000001: 'ASHA@clinic.in',
    ORD13000001: 'asha@Clinic.in',
  })
  await eventually(async () => expect(await outcomes(ids)).toEqual([`${waiting} (0)`, 'sent', 'sent']))
})

test('a second copy counts against it as any other mail does', async () => {
  const [id = ''] = await sendTo({ ORD18000001: 'asha@clinic.in' })
  await eventually(async () => expect(await outcomes([id])).toEqual(['sent']))
  const sendAgain = sendAgainCommand(mails.db, { recordCopy: async () => 1, isCausedByEvents: () => true })
  const admin = { id: 'vikram', name: 'Vikram Shetty', role: 'ADMIN' } as const
  const copies = [newId(), newId()].map(async (commandId) => (await sendAgain(admin, { id, commandId })).mail.id)
  const ids = await Promise.all(copies)
  await eventually(async () => expect(await outcomes(ids)).toEqual([`${waiting} (0)`, 'sent']))
  expect(mails.smtp.received).toHaveLength(2)
})

test('others are not affected', async () => {
  const ids = await sendTo({ ORD14000001: 'a@clinic.in', ORD15000001: 'b@clinic.in', ORD16000001: 'c@clinic.in' })
  await eventually(async () => expect(await outcomes(ids)).toEqual(['sent', 'sent', 'sent']))
})

test('mails beyond it are sent when their time has come, however old they are by then', async () => {
  const ids = await sendTo({
    ORD17000001: 'asha@clinic.in',
    ORD17000002: 'asha@clinic.in',
    ORD17000003: 'asha@clinic.in',
  })
  await eventually(async () => expect(await outcomes(ids)).toEqual([`${waiting} (0)`, 'sent', 'sent']))
  now = 25 * 3_600_000
  await sql`truncate throttles`.execute(mails.db)
  await sql`update notifications set event_at = '2020-01-01', leased_until = now() where status = 'queued'`.execute(
    mails.db,
  )
  await eventually(async () => expect(await outcomes(ids)).toEqual(['sent', 'sent', 'sent']))
})
