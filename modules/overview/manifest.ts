import { defineModule } from '#core/module/manifest.ts'

/** The declarations of the overview, which reads what other modules count. */
export const overviewManifest = defineModule({
  tag: 'Overview',
  events: {},
  migrations: {},
  streams: [],
  sentences: {},
  projections: {},
  personalReadModels: [],
  privacy: [],
  mails: {},
  adminPlaces: [{ label: 'Overview', path: '/admin/overview', order: 1, covers: [] }],
})
