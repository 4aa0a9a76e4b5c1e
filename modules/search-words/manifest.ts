import { defineModule } from '#core/module/manifest.ts'
import { withoutHitsMigrations } from './without-hits/tables.ts'

/** The declarations of this module for the rest of the shop. */
export const searchWordsManifest = defineModule({
  tag: 'Search words',
  events: {},
  migrations: withoutHitsMigrations,
  streams: [],
  sentences: {},
  projections: {},
  personalReadModels: [],
  privacy: [],
  mails: {},
  adminPlaces: [],
})
