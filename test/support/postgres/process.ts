// The part of a shop process that opens its data: `node process.ts DATA_DIR ROLE…`. It prints `ready` with the URL, or
// `refused` with the reason, and stops on SIGTERM.
import { openDataFolder } from '#core/process/data-folder.ts'
import { lockData } from '#core/database/data-lock.ts'
import { openEmbeddedPostgres } from '#core/database/embedded/embedded-postgres.ts'
import { OperatorError } from '#core/domain/errors.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { processPassword } from './processes.ts'

const [path = '', ...roles] = process.argv.slice(2)
const log = silentLog
const print = (line: string) => process.stdout.write(`${line}\n`)

try {
  const dataDir = await openDataFolder(path)
  const postgres = await openEmbeddedPostgres({ dataDir, password: processPassword, log, isDurable: false })
  process.once('SIGTERM', () => {
    void postgres.close().then(() => process.exit(0))
  })
  if (roles.length > 0) await lockData({ url: postgres.url, roles, log, onLost: () => print('lost') })
  print(`ready ${postgres.url}`)
  setInterval(() => undefined, 60_000)
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  print(`refused ${error.message}`)
  process.exit(1)
}
