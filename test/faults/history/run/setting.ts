import type { SmtpServer } from '#test/support/engines/smtp-server.ts'
import type { FreshDatabase } from '#test/support/postgres/postgres.ts'
import type { World } from '../clients/world.ts'
import type { Call } from '../record/call.ts'
import type { People } from './accounts.ts'
import type { Auditor } from './auditor.ts'
import type { Member } from './cluster.ts'

/** The shop under test, and what is recorded of it. */
export type Setting = {
  database: FreshDatabase
  smtp: SmtpServer
  members: readonly Member[]
  people: People
  auditor: Auditor
  calls: Call[]
  /** When a process or an engine was disturbed: `[from, to]`. */
  disturbances: (readonly [number, number])[]
  /** Those in which a process cannot reach its database in time, because one of the two is suspended or cut off. */
  suspensions: (readonly [number, number])[]
  faults: Map<string, number>
  worlds: { seed: number; world: World }[]
}
