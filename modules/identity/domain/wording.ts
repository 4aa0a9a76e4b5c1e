import type { Sentences } from '#core/module/manifest.ts'
import type { identityEvents } from './events.ts'

/** Sentences for the admin's history; the actor's name precedes each. */
export const keySentences: Sentences<typeof identityEvents> = {
  PersonalKeyLost: ({ data }) => `accepted that the key of ${data.person} is lost: ${data.reason}`,
  PersonalKeyReturned: ({ data }) => `noted that the key of ${data.person} has returned`,
}
