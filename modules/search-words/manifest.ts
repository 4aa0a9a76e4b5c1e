import { fold } from '#core/domain/decider.ts'
import { eventsOf } from '#core/event-store/codec/typed-events.ts'
import { defineModule } from '#core/module/manifest.ts'
import { searchSynonymsProjection } from '#projections/search-synonyms.ts'
import { synonymEvents, synonymStream } from './domain/events.ts'
import { synonymsDecider, type Synonyms } from './domain/synonyms.ts'
import { synonymSentences } from './domain/wording.ts'
import { withoutHitsMigrations } from './without-hits/tables.ts'

/** The declarations of this module for the rest of the shop. */
export const searchWordsManifest = defineModule({
  tag: 'Search words',
  events: synonymEvents,
  migrations: withoutHitsMigrations,
  streams: [
    {
      category: synonymStream,
      title: 'Search synonyms',
      filter: 'search synonyms',
      // The category is a single stream: no id names it.
      streamOf: (id) => (id === '' ? synonymStream : `${synonymStream}-${id}`),
      idsAre: 'mixed-case',
      relatedBy: [],
      fold: (events) => summaryOf(fold(synonymsDecider, eventsOf(synonymEvents, events))),
      isPersonal: false,
    },
  ],
  sentences: synonymSentences,
  projections: { 'search-synonyms': searchSynonymsProjection },
  personalReadModels: [],
  privacy: [],
  mails: {},
  adminPlaces: [{ label: 'Search words', path: '/admin/search-words', order: 6, covers: [] }],
})

/** Hundreds of synonyms would bury what changed: their state is how many there are, and which were removed. */
function summaryOf(synonyms: Synonyms) {
  const removed = [...synonyms].filter(([, { isRemoved }]) => isRemoved).map(([id]) => id)
  return { used: synonyms.size - removed.length, removed }
}
