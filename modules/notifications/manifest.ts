import { defineModule } from '#core/module/manifest.ts'
import { notificationMigrations } from './tables.ts'

/** The declarations of notifications, which are rows, for the rest of the shop. */
export const notificationsManifest = defineModule({
  tag: 'Operations',
  events: {},
  migrations: notificationMigrations,
  streams: [],
  sentences: {},
  projections: {},
  personalReadModels: [],
  privacy: [],
  mails: {},
  adminPlaces: [],
})
