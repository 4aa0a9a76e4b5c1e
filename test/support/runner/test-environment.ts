/**
 * The variables by which an operator names the shop's engines and data. No test, and no process that a test starts, reads
 * them from the shell: a test must never reach a real shop. `TEST_…` variables name the engines of tests.
 */
const ofTheShop = new Set([
  'DATABASE_URL',
  'DATA_DIR',
  'EVENTSTORE_URL',
  'MEILI_URL',
  'MEILI_KEY',
  'MEILI_SEARCH_KEY',
  'MEILI_INDEX',
  'REDIS_URL',
  'SMTP_URL',
  'ERASURES_FILE',
  'BACKUP_PASSPHRASE',
])

/** The environment for a process that a test starts: that of the shell, without the shop's engines. */
export function testEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofTheShop.has(name)))
}
