import { Type } from 'typebox'
import type { EventOf } from '#core/domain/decider.ts'
import type { EventDefinitions } from '#core/event-store/event-definition.ts'
import { inCategory, textIn } from '#core/event-store/ownership/stream-category.ts'

// Events of personal keys, in streams `personalKey-{person}`, and of what was changed about an account by others or for good, in
// streams `account-{person}`. Accounts themselves are rows, not events.

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

const keyEvents = inCategory(personalKey, {
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

export type KeyEvent = EventOf<typeof keyEvents>

export function personalKeyStreamOf(accountId: string): string {
  return `${personalKey.name}-${accountId}`
}

/** Other applications have streams of this name, too, so the form of the id is that of the shop's accounts. */
const account = { name: 'account', id: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/ }
const accountPrefix = `${account.name}-`

const roles = Type.Array(Type.String({ minLength: 1, maxLength: 20 }))

/** Its own field, because the metadata of the event cannot name a person who has been erased since. */
const by = person

/** The roles of the account were replaced; the first one counts. */
const AccountRolesChanged = Type.Object({ account: person, by, from: roles, to: roles })

/** The account was deleted, and the erasure of its person began. */
const AccountDeleted = Type.Object({ account: person, by })

export const accountEvents = inCategory(account, {
  AccountRolesChanged: {
    version: 1,
    schema: AccountRolesChanged,
    notPersonal: { [ids]: ['account', 'by'], 'Names of roles.': ['from', 'to'] },
    idIn: textIn('account'),
  },
  AccountDeleted: {
    version: 1,
    schema: AccountDeleted,
    notPersonal: { [ids]: ['account', 'by'] },
    idIn: textIn('account'),
  },
}) satisfies EventDefinitions

export type AccountEvent = EventOf<typeof accountEvents>

export const identityEvents = { ...keyEvents, ...accountEvents }

/** The stream of an account's changes. Mails about an account name it, too, as what they are about. */
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
