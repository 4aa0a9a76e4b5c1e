/**
 * The tables alongside the read models without plain text of a person, by the reason. A new table is either
 * here, or a history of `histories/` writes a person's texts into it, so that their erasure is proven.
 */
const byReason = {
  'A name that was typed, sealed, and deleted once it was looked up.': ['password_reset_requests'],
  'Texts are sealed with the key of their person.': ['events', 'audit_export_parts', 'idempotency_keys'],
  'Keys, which are wrapped.': ['personal_keys', 'personal_keys_lost', 'personal_master_key'],
  'Hashes and ids of accounts, orders and events.': [
    'throttles',
    'password_reset_links',
    'account_erasures',
    'unrecorded_account_changes',
    'cart_reservations',
    'audit_exports',
    'notifications',
    'notification_origin',
    'searches_without_hits_hashed',
    'searches_without_hits_salts',
  ],
  'Texts that several sessions searched for, without an address or number.': ['searches_without_hits'],
  'About the log, the read models and the shop, and not about who uses it.': [
    'kysely_migration',
    'kysely_migration_lock',
    'catalogue_seeds',
    'pictures',
    'picture_files',
    'log_head',
    'event_log_home',
    'event_copies',
    'event_writers',
    'foreign_events',
    'projection_checkpoints',
    'projection_copies',
    'shop_identity',
    'unfinished_log_adoption',
    'operation_samples',
    'notification_totals',
    'account_total',
  ],
}

export const tablesWithoutPersons = Object.values(byReason)
  .flat()
  .map((name) => `public.${name}`)
  .toSorted()
