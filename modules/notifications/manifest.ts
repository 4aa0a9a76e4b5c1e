import { defineModule } from '#core/module/manifest.ts'
import { notificationMigrations } from './tables.ts'

/** What the rest of the shop needs to know of notifications, which are rows. */
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
