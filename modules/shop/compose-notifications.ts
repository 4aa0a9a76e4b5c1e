import type { NewId } from '#core/domain/ids.ts'
import type { Infrastructure } from './engines/infrastructure.ts'
import { allManifests } from './manifests.ts'
import { recordedCopies, recordedDecisions, recordedRetries } from './record-decisions.ts'
import { findAccountId } from '../identity/module.ts'
import { notificationsModule } from '../notifications/module.ts'
import { openOperationsRecord } from '../operations/module.ts'
import type { MailedModules } from '#workers/mails/compose-mail.ts'

type Deps = { infrastructure: Pick<Infrastructure, 'store' | 'database'>; newId: NewId }

/** A module with streams that are about an account: what it has ordered or requested, newest first. */
type About = { streamsOf: (accountId: string, limit: number) => Promise<string[]> }

/** Every module that mails are about, except identity: a mail about an account holds its id and needs no stream. */
type MailedStreams = Readonly<Record<Exclude<keyof MailedModules, 'identity'>, About>>

/** The most streams of one account that are searched for unsent mails. */
const newestStreams = 1_000

/** Decisions about mails are recorded with the operations on the reactor that writes those mails. */
export function composeNotifications({ infrastructure, newId }: Deps, about: MailedStreams) {
  const record = openOperationsRecord({ store: infrastructure.store, newId })
  const { db } = infrastructure.database
  const findId = findAccountId(db)
  const kinds = new Set(allManifests.flatMap(({ mails }) => Object.values(mails)))
  return notificationsModule({
    db,
    recordDecision: recordedDecisions(record),
    recordCopy: recordedCopies(record),
    recordRetry: recordedRetries(record),
    isCausedByEvents: (kind) => kinds.has(kind),
    async findAccountMails(text) {
      const id = await findId(text)
      if (id === undefined) return undefined
      const streams = await Promise.all(Object.values(about).map(({ streamsOf }) => streamsOf(id, newestStreams)))
      return { id, streams: streams.flat() }
    },
  })
}
