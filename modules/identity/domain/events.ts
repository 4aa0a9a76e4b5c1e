import { Type } from 'typebox'
import type { EventOf } from '#core/domain/decider.ts'
import type { EventDefinitions } from '#core/event-store/event-definition.ts'
import { inCategory, textIn } from '#core/event-store/ownership/stream-category.ts'

// Events of personal keys, in streams `personalKey-{person}`. Accounts themselves are rows, not events.

/** The account's id. */
const person = Type.String({ minLength: 1, maxLength: 200 })
const count = Type.Integer({ minimum: 0 })

/** An operator accepted the loss of the person's key; from then on, the person's data reads as erased. */
const PersonalKeyLost = Type.Object({
  person,
  reason: Type.String({ minLength: 1, maxLength: 1_000 }),
  cause: Type.String({ maxLength: 2_000 }),
  /** The number of events and orders that were unreadable without the key. */
  events: count,
  orders: count,
})

/** The key was restored: the acceptance ended, and the person's data is readable again. */
const PersonalKeyReturned = Type.Object({ person })

const personalKey = { name: 'personalKey', id: /^.+$/ }
const idIn = textIn('person')

const ids = 'The account’s id.'

export const identityEvents = inCategory(personalKey, {
  PersonalKeyLost: {
    version: 1,
    schema: PersonalKeyLost,
    notPersonal: {
      [ids]: ['person'],
      'A program message about a key, which names the account’s id.': ['cause'],
      'An operator’s words about the loss of a key: the option asks to name no person.': ['reason'],
    },
    idIn,
  },
  PersonalKeyReturned: { version: 1, schema: PersonalKeyReturned, notPersonal: { [ids]: ['person'] }, idIn },
}) satisfies EventDefinitions

export type IdentityEvent = EventOf<typeof identityEvents>

export function personalKeyStreamOf(accountId: string): string {
  return `${personalKey.name}-${accountId}`
}

const accountPrefix = 'account-'

/**
 * What a mail about an account refers to. Accounts are rows: no event stream has this name, but notifications name
 * what they are about as a stream.
 */
export function accountStreamOf(accountId: string): string {
  return `${accountPrefix}${accountId}`
}

export function accountIdOf(stream: string): string {
  return stream.slice(accountPrefix.length)
}

const passwordResetPrefix = 'passwordReset-'

/** What the mail of a request for a new password refers to: the request, because it may be about no account. */
export function passwordResetStreamOf(requestId: string): string {
  return `${passwordResetPrefix}${requestId}`
}

export function passwordResetIdOf(stream: string): string {
  return stream.slice(passwordResetPrefix.length)
}
