import { openDatabase, type Database } from '#core/database/database.ts'
import { withSettings } from '#core/database/session/settings.ts'

/** Connections that plan as for a large table: tables as small as those of a test would be read and sorted whole. */
export function openWithoutTableScans(databaseUrl: string): Database {
  const settings = { enable_seqscan: 'off', enable_bitmapscan: 'off' }
  return openDatabase(withSettings(databaseUrl, settings), { applicationName: 'test' })
}
