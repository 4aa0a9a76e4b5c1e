import type { Sentences } from '#core/module/manifest.ts'
import type { identityEvents } from './events.ts'

/** Sentences for the admin's history; the actor's name precedes each. */
export const identitySentences: Sentences<typeof identityEvents> = {
  PersonalKeyLost: ({ data }) => `accepted the loss of the key of ${data.person}: ${data.reason}`,
  PersonalKeyReturned: ({ data }) => `recorded that the key of ${data.person} is available again`,
  AccountRolesChanged: (event) => {
    const { account, from, to } = event.data
    return `changed the roles of the account ${account} from ${from.join(', ')} to ${to.join(', ')}${forWhom(event)}`
  },
  AccountDeleted: (event) => `deleted the account ${event.data.account}${forWhom(event)}`,
}

type Change = { data: { account: string; by: string }; metadata: { by: { id: string } } }

/** Who caused it, if the actor cannot be named, because their account is deleted or its key is lost. */
function forWhom({ data: { account, by }, metadata }: Change): string {
  if (metadata.by.id === by) return ''
  return by === account
    ? ', as its owner requested'
    : `, as requested by the account ${by}, whose name is no longer stored`
}
