import { eventsOf } from '#core/event-store/codec/typed-events.ts'
import { defineModule } from '#core/module/manifest.ts'
import { changeRecordMigrations } from './change-record/tables.ts'
import { accountEvents, accountStreamOf, identityEvents, personalKeyStreamOf } from './domain/events.ts'
import { identityMigrations } from './migrated-tables.ts'
import { addressMigrations } from './addresses/tables.ts'
import { passwordResetMigrations } from './password-reset/tables.ts'
import { profileMigrations } from './profile/tables.ts'
import { recordedStateOf } from './domain/recorded-state.ts'
import { identitySentences } from './domain/wording.ts'

/** The declarations of accounts, which are rows, of their record in the log, and of personal keys for the rest of the shop. */
export const identityManifest = defineModule({
  tag: 'Accounts',
  events: identityEvents,
  migrations: {
    ...identityMigrations,
    ...profileMigrations,
    ...passwordResetMigrations,
    ...addressMigrations,
    ...changeRecordMigrations,
  },
  streams: [
    {
      category: 'account',
      title: 'Account',
      filter: 'roles and deleted accounts',
      streamOf: accountStreamOf,
      idsAre: 'mixed-case',
      relatedBy: [],
      fold: (events) => recordedStateOf(eventsOf(accountEvents, events)),
      isPersonal: false,
    },
    {
      category: 'personalKey',
      title: 'Personal key',
      filter: 'lost and returned keys',
      streamOf: personalKeyStreamOf,
      idsAre: 'mixed-case',
      relatedBy: [],
      isPersonal: false,
    },
  ],
  sentences: identitySentences,
  projections: {},
  personalReadModels: [],
  privacy: [
    {
      what: 'Name, login name, mobile number, email address, and earlier and unconfirmed ones',
      purpose: 'Your account and messages about your orders',
      duration: 'Until you delete your account',
      order: 1,
      fields: {},
    },
    {
      what: 'Addresses that you save',
      purpose: 'Filling in the delivery address of your next order',
      duration: 'Until you delete them or your account',
      order: 1.5,
      fields: {},
    },
    {
      what: 'Changes of your roles, and that your account was deleted',
      purpose: 'Who had which rights in the shop',
      duration: 'For as long as we must keep our accounts, under your account id, without your name',
      order: 5.5,
      fields: {},
    },
    {
      what: 'Password',
      purpose: 'Your login',
      duration: 'Only as an irreversible hash',
      order: 6,
      fields: {},
    },
  ],
  mails: {},
  requestedMails: ['verify-email', 'confirm-new-email', 'email-change-notice', 'reset-password'],
  adminPlaces: [{ label: 'People', path: '/admin/users', order: 5, covers: [] }],
})
