import type { Actor } from '#core/domain/actor.ts'
import { OperatorError, Rejection } from '#core/domain/errors.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import type { LostKey, LostKeys } from '#core/event-store/lost-keys/find-lost-keys.ts'
import type { NewId } from '#core/domain/ids.ts'
import type { PersonalData } from '#core/personal-data/personal-data.ts'
import { personalKeyStreamOf, type KeyEvent } from '../domain/events.ts'

export type LostKeyDeps = {
  store: Pick<EventStore, 'append'>
  personalData: Pick<PersonalData, 'acceptLoss' | 'returnedKeys' | 'recordReturn' | 'undoReturn'>
  newId: NewId
  by: Actor
}

/** Above this share of all persons, the count must be confirmed: a wrong database must not erase all of them. */
const maxUnconfirmedShare = 0.05

/** @throws OperatorError if so many keys are lost that their number must be confirmed */
export function assertPlausible({ lost, persons }: LostKeys, accepted: number, confirmed: number | undefined): void {
  if (confirmed === accepted || lost.length <= persons * maxUnconfirmedShare) return
  const percent = Math.round((lost.length * 100) / persons)
  throw new OperatorError(
    `the keys of ${lost.length} of ${persons} persons (${percent} %) are lost, which is more than 5 %: is this the right database?`,
    `Check that DATABASE_URL is the database of this log. If the keys are really lost, add --yes-all ${accepted}.`,
  )
}

/** Shows a person as erased until the key returns. The event comes first: without it there is no acceptance. */
export async function acceptLostKey(deps: LostKeyDeps, lost: LostKey, reason: string): Promise<void> {
  const { subject: person, cause, events, streams } = lost
  await write(deps, {
    type: 'PersonalKeyLost',
    data: { person, reason: givenReason(reason), cause, events, orders: streams['order'] ?? 0 },
  })
  await deps.personalData.acceptLoss(person, reason)
}

/** @throws Rejection `invalid` without a reason */
export function givenReason(reason: string): string {
  const given = reason.trim()
  if (given !== '' && given.length <= 1_000) return given
  throw new Rejection('invalid', 'Give a reason of 1 to 1000 characters with --reason; the log keeps it')
}

/** Ends the acceptance for every person whose key has been restored, and records it. Returns these persons. */
export async function noteReturnedKeys(deps: LostKeyDeps): Promise<string[]> {
  const noted: string[] = []
  for (const person of await deps.personalData.returnedKeys()) {
    if (!(await deps.personalData.recordReturn(person))) continue
    try {
      await write(deps, { type: 'PersonalKeyReturned', data: { person } })
    } catch (error) {
      // The next run notes and records it again.
      await deps.personalData.undoReturn(person)
      throw error
    }
    noted.push(person)
  }
  return noted
}

async function write({ store, newId, by }: LostKeyDeps, { type, data }: KeyEvent): Promise<void> {
  const id = newId()
  const metadata = { correlationId: id, causationId: id, by, schemaVersion: 1 }
  await store.append(personalKeyStreamOf(data.person), 'any', [{ id, type, data: { ...data }, metadata }])
}
