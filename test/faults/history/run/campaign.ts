import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoginResponse } from '#modules/identity/schema.ts'
import { eventually } from '#test/support/eventually.ts'
import { startSmtpServer } from '#test/support/engines/smtp-server.ts'
import { freshDatabase } from '#test/support/postgres/postgres.ts'
import { randomFrom } from '#test/support/random.ts'
import { adminPassword } from '#test/support/shop/shop.ts'
import { openStoppedShop } from '#test/support/shop/stopped-shop.ts'
import { whileRunning } from '#test/support/while-running.ts'
import { adminActions } from '../clients/admin.ts'
import { buyerActions } from '../clients/buyer.ts'
import { createClient, type Client } from '../clients/client.ts'
import { operatorActions } from '../clients/operator.ts'
import { addProduct } from '../clients/products.ts'
import { live } from '../clients/routine.ts'
import { newWorld } from '../clients/world.ts'
import type { Call, Violation } from '../record/call.ts'
import { signUpPeople } from './accounts.ts'
import { openAuditor } from './auditor.ts'
import { startMember, type Member } from './cluster.ts'
import { disturb, type Disturbing } from './disturb.ts'
import { settle } from './settle.ts'
import type { Setting } from './setting.ts'
import { processes, type Schedule } from './schedule.ts'

/** A shop of two processes on one database, on which schedules are run one after another. */
export type Campaign = {
  /** Lets the clients live through the faults of a schedule; resolves to what is wrong with the read models. */
  run(schedule: Schedule): Promise<Violation[]>
  /** Sends everything again that has no answer yet, and waits for the mails; resolves to what is wrong with the whole. */
  finish(): Promise<Violation[]>
  calls: readonly Call[]
  /** How often each fault has happened. */
  faults: ReadonlyMap<string, number>
  close(): Promise<void>
}

export async function openCampaign(): Promise<Campaign> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-history-'))
  const [database, smtp] = await Promise.all([freshDatabase(), startSmtpServer()])
  const env = { DATA_DIR: dataDir, SMTP_URL: smtp.url, SEED: 'none', ADMIN_PASSWORD: adminPassword, LOG_LEVEL: 'error' }
  const members: Member[] = []
  for (let i = 0; i < processes; i++) {
    const member = await startMember({ DATABASE_URL: database.url }, env)
    members.push(member)
    // The first one creates the tables and the secrets.
    await member.untilReady()
  }
  const people = await signUpPeople(members[0]?.url ?? '')
  const infrastructure = await openStoppedShop({ ...env, DATABASE_URL: database.url })
  const auditor = await openAuditor(infrastructure)
  const setting: Setting = {
    database,
    smtp,
    members,
    people,
    auditor,
    calls: [],
    disturbances: [],
    suspensions: [],
    faults: new Map(),
    worlds: [],
  }
  return {
    run: (schedule) => run(schedule, setting),
    finish: () => settle(setting, infrastructure),
    calls: setting.calls,
    faults: setting.faults,
    async close() {
      await auditor.close()
      await Promise.all(members.map((member) => member.stop()))
      await infrastructure.close()
      await Promise.all([database.drop(), smtp.close(), rm(dataDir, { recursive: true, force: true })])
    },
  }
}

const productsAtFirst = 3
const answeredWithinMs = 60_000
const comparedEveryMs = 1_200
const catchesUpWithinMs = 60_000

async function run(schedule: Schedule, setting: Setting): Promise<Violation[]> {
  const { members, auditor, database, disturbances } = setting
  const stop = new AbortController()
  const world = newWorld(setting.worlds.length + 1)
  setting.worlds.push({ seed: schedule.seed, world })
  const { buyers, admins, operators } = clientsOf(schedule.seed, setting, stop.signal)
  const found: Violation[] = []
  for (let i = 0; i < productsAtFirst; i++) for (const admin of admins.slice(0, 1)) await addProduct(admin, world)
  const auditing = whileRunning(async () => {
    await sleep(comparedEveryMs, undefined, { signal: stop.signal }).catch(() => undefined)
    found.push(...(await auditor.compare('touched')))
  })
  const living = [
    ...buyers.map((buyer) => live(buyer, world, { actions: buyerActions(), stopped: stop.signal })),
    ...admins.map((admin) => live(admin, world, { actions: adminActions, stopped: stop.signal })),
    ...operators.map((operator) => live(operator, world, { actions: operatorActions, stopped: stop.signal })),
  ]
  const onFault: Disturbing['onFault'] = ({ do: what }, from, to) => {
    disturbances.push([from, to])
    if (what !== 'kill') setting.suspensions.push([from, to])
    setting.faults.set(what, (setting.faults.get(what) ?? 0) + 1)
  }
  try {
    await disturb(schedule, { members, databaseUrl: database.url, onFault })
    await untilServed(setting.calls, schedule)
    stop.abort()
    await Promise.all(living)
    await Promise.all(members.map((member) => member.untilReady()))
  } finally {
    stop.abort()
    await auditing.stop()
  }
  await eventually(async () => {
    const behind = await auditor.behind()
    if (behind.length > 0) throw new Error(`behind the log: ${behind.join(', ')}`)
  }, catchesUpWithinMs)
  return [...found, ...(await auditor.compare('touched'))].map((violation) => ({ ...violation, seed: schedule.seed }))
}

async function untilServed(calls: readonly Call[], { seed, answers }: Schedule): Promise<void> {
  const giveUpAt = performance.now() + answeredWithinMs
  const answered = () => calls.filter((call) => call.seed === seed && call.outcome.kind !== 'unknown').length
  while (answered() < answers && performance.now() < giveUpAt) await sleep(50)
}

/** The clients of one schedule, each with random numbers of its own. */
function clientsOf(seed: number, { people, members, calls }: Setting, stopped: AbortSignal) {
  const urls = members.map(({ url }) => url)
  const record = (call: Call) => void calls.push(call)
  const all = (accounts: readonly LoginResponse[], { first, isAdmin }: { first: number; isAdmin: boolean }): Client[] =>
    accounts.map((account, i) => {
      const random = randomFrom(seed * 100 + first + i)
      return createClient({ account, isAdmin, seed, random, urls, record, stopped })
    })
  return {
    buyers: all(people.buyers, { first: 0, isAdmin: false }),
    admins: all(people.admins, { first: 20, isAdmin: true }),
    operators: all(people.operators, { first: 40, isAdmin: true }),
  }
}
