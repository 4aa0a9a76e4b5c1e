/**
 * The variables by which an operator names the shop's engines and data. No test, and no process that a test starts, reads them
 * from the shell: a test must never reach a shop that somebody runs. Tests are given engines by `TEST_…` variables.
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
])

/** The environment for a process of a test: that of the shell, without the engines of the shop. */
export function testEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofTheShop.has(name)))
}
