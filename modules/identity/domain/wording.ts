import type { Sentences } from '#core/module/manifest.ts'
import type { identityEvents } from './events.ts'

/** Sentences for the admin's history; the actor's name precedes each. */
export const identitySentences: Sentences<typeof identityEvents> = {
  PersonalKeyLost: ({ data }) => `accepted that the key of ${data.person} is lost: ${data.reason}`,
  PersonalKeyReturned: ({ data }) => `noted that the key of ${data.person} has returned`,
  AccountRolesChanged: ({ data: { account, from, to } }) =>
    `changed the roles of the account ${account} from ${from.join(', ')} to ${to.join(', ')}`,
  AccountDeleted: ({ data: { account, byOwner } }) =>
    byOwner ? `deleted the account ${account}, as its owner asked` : `deleted the account ${account}`,
}
