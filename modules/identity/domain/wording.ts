import type { Sentences } from '#core/module/manifest.ts'
import type { identityEvents } from './events.ts'

/** What happened to a person's key, as an admin reads it after the name of who did it. */
export const keySentences: Sentences<typeof identityEvents> = {
  PersonalKeyLost: ({ data }) => `accepted that the key of ${data.person} is lost: ${data.reason}`,
  PersonalKeyReturned: ({ data }) => `noted that the key of ${data.person} has returned`,
}
