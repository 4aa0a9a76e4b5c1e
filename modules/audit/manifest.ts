import { defineModule } from '#core/module/manifest.ts'
import { eventCountsProjection } from '#projections/event-counts.ts'
import { eventLogProjection } from '#projections/event-log.ts'
import { auditEvents } from './domain/events.ts'
import { exportMigrations } from './exports/tables.ts'

/** The published part of the audit module. */
export const auditManifest = defineModule({
  tag: 'Audit',
  events: auditEvents,
  migrations: exportMigrations,
  streams: [
    {
      category: 'audit',
      title: 'Audit',
      filter: 'reads of personal data',
      streamOf: (id) => `audit-${id}`,
      idsAre: 'mixed-case',
      relatedBy: [],
      isPersonal: false,
    },
  ],
  sentences: { PersonalDataRead: ({ data }) => `read personal data: ${data.what}` },
  projections: { 'event-log': eventLogProjection, 'event-counts': eventCountsProjection },
  personalReadModels: [],
  privacy: [],
  mails: {},
  adminPlaces: [{ label: 'Events', path: '/admin/events', order: 7, covers: ['/admin/streams', '/admin/carts'] }],
})
