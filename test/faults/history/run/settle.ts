import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#core/database/database.ts'
import type { RecordedEvent } from '#core/event-store/event-store.ts'
import type { Infrastructure } from '#modules/shop/engines/infrastructure.ts'
import { allManifests } from '#modules/shop/manifests.ts'
import { eventually } from '#test/support/eventually.ts'
import { randomFrom } from '#test/support/random.ts'
import { historyViolations } from '../checker/check.ts'
import { causeViolations, orderViolations } from '../checker/log-laws.ts'
import { mailViolations, type Notification } from '../checker/mail-laws.ts'
import { crashViolations } from '../checker/crash-laws.ts'
import { checkpointViolations } from '../checker/read-model-laws.ts'
import { createClient } from '../clients/client.ts'
import { isOpen } from '../clients/create.ts'
import type { Call, LoggedEvent, Violation } from '../record/call.ts'
import { logOf } from '../record/log.ts'
import { addressesOf } from './accounts.ts'
import type { Setting } from './setting.ts'

/** A call that was killed keeps its key for 15 s, and its mail for 45 s. */
const settlesWithinMs = 90_000
const mailsWithinMs = 240_000

/** Brings everything to rest, and judges all schedules of a campaign. */
export async function settle(setting: Setting, { bulk, eventsIn }: Infrastructure): Promise<Violation[]> {
  const { auditor, smtp, calls, disturbances, people, members } = setting
  await Promise.all(setting.worlds.flatMap((world) => sendAgain(world, setting)))
  await eventually(async () => {
    const behind = await auditor.behind()
    if (behind.length > 0) throw new Error(`behind the log: ${behind.join(', ')}`)
  })
  await eventually(() => assertMailsAreDone(bulk.db), mailsWithinMs)
  await auditor.readLog()
  const log = logOf(auditor.events().map(logged))
  const crashes = crashViolations(
    members.flatMap((member) => member.crashes),
    setting.suspensions,
  )
  return [
    ...historyViolations(calls, log),
    ...causeViolations(calls, log),
    ...orderViolations(log, { isCounted: eventsIn === 'database' }),
    ...mailViolations({
      events: log.events,
      kinds: new Map(allManifests.flatMap(({ mails }) => Object.entries(mails))),
      notifications: await readNotifications(bulk.db),
      mails: smtp.received,
      addresses: addressesOf(people),
      disturbances,
    }),
    ...(await auditor.compare('all')),
    ...checkpointViolations(auditor.moves),
    ...crashes,
  ]
}

function sendAgain({ seed, world }: Setting['worlds'][number], setting: Setting): Promise<void>[] {
  const { people, calls, members } = setting
  const urls = members.map(({ url }) => url)
  const record = (call: Call) => void calls.push(call)
  return world.unsettled.map(async ({ account: id, request }) => {
    const account = [...people.buyers, ...people.admins].find((one) => one.id === id)
    if (account === undefined) return
    const stopped = AbortSignal.timeout(settlesWithinMs)
    const isAdmin = people.admins.includes(account)
    const client = createClient({ account, isAdmin, seed, stopped, random: randomFrom(seed), urls, record })
    for (let call = await client.ask(request); call !== undefined && isOpen(call); call = await client.ask(request))
      await sleep(500)
  })
}

async function assertMailsAreDone(db: Db): Promise<void> {
  const { rows } = await sql<{ status: string }>`
    select status from notifications where status in ('pending', 'queued', 'sending')`.execute(db)
  if (rows.length === 0) return
  await sleep(500)
  throw new Error(`${rows.length} mails are not sent yet`)
}

async function readNotifications(db: Db): Promise<Notification[]> {
  const { rows } = await sql<Notification>`
    select id, event_id as "eventId", kind, status, recipient_id as "recipientId" from notifications`.execute(db)
  return rows
}

function logged({ position, stream, revision, id, type, data, metadata }: RecordedEvent): LoggedEvent {
  return { position, stream, revision, id, type, data, correlationId: metadata.correlationId }
}
