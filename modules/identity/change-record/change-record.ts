import type { Kysely, Transaction } from 'kysely'
import { systemActor, type Actor } from '#core/domain/actor.ts'
import type { IsoTime } from '#core/domain/clock.ts'
import type { CommandContext } from '#core/domain/handle-command.ts'
import type { NewId } from '#core/domain/ids.ts'
import { eventsOf } from '#core/event-store/codec/typed-events.ts'
import type { Appended, EventStore, Position } from '#core/event-store/event-store.ts'
import { SubjectErased, UnreadablePersonalData } from '#core/personal-data/personal-data.ts'
import { accountEvents, accountStreamOf, type AccountEvent } from '../domain/events.ts'
import type { AccountQueries } from '../read-model.ts'
import { unrecordedChanges, type UnrecordedRow } from './tables.ts'

/** Who changed an account, and by which request. */
export type ChangedBy = Pick<CommandContext, 'actor' | 'correlationId' | 'traceId'>

/**
 * The record of who changed an account, in the log. A change of a row and an event cannot be committed together where the
 * log is outside the database, so the event is first kept next to the row.
 */
export type ChangeRecord = {
  /** Keeps the event in the transaction of the change. */
  keep(trx: Transaction<unknown>, event: AccountEvent, by: ChangedBy): Promise<void>
  /**
   * Appends what was kept about an account; safe to repeat. Resolves to the position of the last event, or to 0 if there is
   * none, for example because another process was faster.
   * @throws EngineUnavailable if the log does not answer: the events stay
   */
  write(accountId: string): Promise<Position>
  /** Does so for each account, independently of the others. */
  writeAll(onFailure: (accountId: string, error: unknown) => void): Promise<void>
  /** The changes of the account's roles that the log has, oldest first. */
  roleChangesOf(accountId: string): Promise<RoleChange[]>
}

/** Without the name of who changed them. */
export type RoleChange = { from: readonly string[]; to: readonly string[]; at: IsoTime }

export type ChangeRecordDeps = {
  db: Kysely<unknown>
  store: Pick<EventStore, 'append' | 'readStream'>
  accounts: Pick<AccountQueries, 'find'>
  newId: NewId
}

export function createChangeRecord(deps: ChangeRecordDeps): ChangeRecord {
  const { db, store, newId } = deps
  const unrecorded = unrecordedChanges(db)

  async function write(accountId: string): Promise<Position> {
    let last = 0
    for (const row of await unrecorded.list(accountId)) {
      last = await append(deps, row)
      await unrecorded.remove(row.event_id)
    }
    return last
  }

  return {
    keep: (trx, { type, data }, { actor, correlationId, traceId }) =>
      unrecorded.add(trx, {
        event_id: newId(),
        account_id: data.account,
        type,
        data,
        by_role: actor.role,
        correlation_id: correlationId,
        trace_id: traceId ?? null,
      }),

    write,

    async writeAll(onFailure) {
      for (const accountId of await unrecorded.accountIds())
        await write(accountId).catch((error: unknown) => onFailure(accountId, error))
    },

    async roleChangesOf(accountId) {
      const events = eventsOf(accountEvents, await store.readStream(accountStreamOf(accountId)))
      return events.flatMap(({ type, data, at }) =>
        type === 'AccountRolesChanged' ? [{ from: data.from, to: data.to, at }] : [],
      )
    },
  }
}

/** Resolves to its position, also if the log has it already. */
async function append(deps: ChangeRecordDeps, row: UnrecordedRow): Promise<Position> {
  const by = await actorOf(deps, row)
  const { position } = await appendBy(deps, row, by).catch((error: unknown) => {
    if (error instanceof SubjectErased || error instanceof UnreadablePersonalData)
      return appendBy(deps, row, systemActor)
    throw error
  })
  return position
}

function appendBy({ store }: ChangeRecordDeps, row: UnrecordedRow, by: Actor): Promise<Appended> {
  const { event_id: id, type, data, correlation_id: correlationId, trace_id: traceId } = row
  const origin = { correlationId, traceId: traceId ?? undefined, causationId: correlationId }
  const event = { id, type, data: { ...data }, metadata: { ...origin, by, schemaVersion: 1 } }
  return store.append(accountStreamOf(row.account_id), 'any', [event])
}

/** With the name that the account has now. Without it, the person is being erased, and no name of theirs may follow. */
async function actorOf({ accounts }: ChangeRecordDeps, { by_role: role, data }: UnrecordedRow): Promise<Actor> {
  const account = await accounts.find(data.by)
  return account === undefined ? systemActor : { id: account.id, name: account.name, role }
}
