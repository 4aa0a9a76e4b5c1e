import { counted } from '#core/text/counted.ts'
import type { Sentences } from '#core/module/manifest.ts'
import type { Synonym, synonymEvents } from './events.ts'

/** Sentences for the admin's history; the actor's name precedes each. */
export const synonymSentences: Sentences<typeof synonymEvents> = {
  SynonymsTakenIn: ({ data }) => `took ${counted(data.entries.length, 'supplied synonym')} into the search`,
  SynonymAdded: ({ data }) => `added the synonym ${named(data)}`,
  SynonymChanged: ({ data }) => `changed a synonym to ${named(data)}`,
  SynonymRemoved: ({ data }) => `removed the synonym ${data.id}`,
  SynonymRestored: ({ data }) => `restored the synonym ${named(data)}`,
}

function named({ terms, means }: Synonym): string {
  return `“${terms.join(', ')}” for “${means.join(', ')}”`
}
