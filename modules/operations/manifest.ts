import { shopIdentityEvents } from '#core/event-store/identity/events.ts'
import { defineModule } from '#core/module/manifest.ts'
import { adoptionMigrations } from './adopt-log/unfinished.ts'
import { operationsEvents, operationsStreamOf } from './domain/events.ts'
import { operationSentences } from './domain/wording.ts'
import { sampleMigrations } from './samples/tables.ts'

/** The published part of this module: the operators' events, and those by which the log identifies its shop. */
export const operationsManifest = defineModule({
  tag: 'Operations',
  events: { ...operationsEvents, ...shopIdentityEvents },
  migrations: { ...adoptionMigrations, ...sampleMigrations },
  streams: [
    {
      category: 'ops',
      title: 'Operations on',
      filter: 'operations',
      streamOf: operationsStreamOf,
      idsAre: 'lower-case',
      relatedBy: [],
      isPersonal: false,
    },
    {
      category: 'shop',
      title: 'Shop',
      filter: 'shop',
      streamOf: (id) => `shop-${id}`,
      idsAre: 'lower-case',
      relatedBy: [],
      isPersonal: false,
    },
  ],
  sentences: operationSentences,
  projections: {},
  personalReadModels: [],
  privacy: [],
  mails: {},
  adminPlaces: [{ label: 'Operations', path: '/admin/operations', order: 8, covers: [] }],
})
