import { defineModule } from '#core/module/manifest.ts'

/** The declarations of PIN codes, a table that comes with the shop. */
export const pinCodesManifest = defineModule({
  tag: 'PIN codes',
  events: {},
  migrations: {},
  streams: [],
  sentences: {},
  projections: {},
  personalReadModels: [],
  privacy: [],
  mails: {},
  adminPlaces: [],
})
