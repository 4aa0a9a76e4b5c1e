import { Command } from 'commander'
import { openTerminal, type Terminal } from '#core/cli/terminal.ts'
import { readConfig } from '#core/config.ts'
import { OperatorError } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { openInfrastructure, type Infrastructure } from '#core/infrastructure.ts'
import { openLog } from '#core/log.ts'
import { printFailure } from '#core/run-process.ts'
import { eventsCommand } from '#modules/audit/ops.ts'
import { importCommand } from '#modules/catalogue/ops.ts'
import { jobsCommand } from '#modules/notifications/ops.ts'
import { eventDefinitions, moduleMigrations } from '#modules/shop.ts'
import { allProjections } from '#projections/all-projections.ts'
import { projectionsCommand, replayCommand, retryCommand, verifyCommand } from '#projections/ops.ts'
import { projectionMigrations } from '#projections/runner/migrations.ts'
import { createProjectionOperations, type ProjectionOperations } from '#projections/runner/operations.ts'

// The operator's command line. It works while the shop runs and while it is stopped; the exit code is 0 only on success.

const shopOps = new Command('ops')
  .description('The operator’s commands of the shop')
  .option('--json', 'print one JSON document, for scripts', false)
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError('(--help shows what there is)')

shopOps
  .command('import <file>')
  .description('take a supplier’s CSV file into the catalogue; can be run again')
  .option('--dry-run', 'check every row and change nothing', false)
  .addHelpText('after', '\nExample:\n  npm run ops -- import catalogue.csv --dry-run')
  .action((file: string, { dryRun }: { dryRun: boolean }) =>
    run((needs) => importCommand({ ...needs, newId }, { file, isDryRun: dryRun })),
  )

shopOps
  .command('projections')
  .description('show how every read model and every reactor stands')
  .addHelpText('after', '\nExample:\n  npm run ops -- projections --json')
  .action(() => run(projectionsCommand))

shopOps
  .command('retry <name>')
  .description('let a failed read model or reactor try again')
  .addHelpText('after', '\nExample:\n  npm run ops -- retry orders')
  .action((name: string) => run((needs) => retryCommand(needs, name)))

shopOps
  .command('replay [names...]')
  .description('rebuild read models beside the live ones, and swap')
  .option('--all', 'all of them', false)
  .addHelpText('after', '\nExample:\n  npm run ops -- replay orders product-search')
  .action((names: string[], { all }: { all: boolean }) => run((needs) => replayCommand(needs, { names, isAll: all })))

shopOps
  .command('verify [names...]')
  .description('fold the log and compare with what is live')
  .option('--all', 'all of them', false)
  .addHelpText('after', '\nExample:\n  npm run ops -- verify --all')
  .action((names: string[], { all }: { all: boolean }) => run((needs) => verifyCommand(needs, { names, isAll: all })))

shopOps
  .command('events')
  .description('print the newest events, or those of one stream')
  .option('--stream <name>', 'such as order-ORD48210377')
  .option('--follow', 'go on with whatever comes', false)
  .option('--limit <count>', 'how many of the newest', '50')
  .addHelpText('after', '\nExample:\n  npm run ops -- events --stream order-ORD48210377 --follow')
  .action(({ stream, follow, limit }: { stream?: string; follow: boolean; limit: string }) =>
    run((needs) => eventsCommand(needs, { stream, isFollowing: follow, limit: wholeNumber('--limit', limit) })),
  )

shopOps
  .command('jobs')
  .description('show the mails that wait, failed and are done')
  .addHelpText('after', '\nExample:\n  npm run ops -- jobs')
  .action(() => run(jobsCommand))

type Needs = {
  store: Infrastructure['store']
  db: Infrastructure['database']['db']
  operations: ProjectionOperations
  terminal: Terminal
  signal: AbortSignal
}

/** Opens the shop's engines as a passing visitor, runs one command, and closes them whatever happens. */
async function run(command: (needs: Needs) => Promise<boolean>): Promise<void> {
  const config = readConfig(process.env, process.cwd())
  const log = openLog(config.logLevel === 'info' ? 'error' : config.logLevel)
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
  const infrastructure = await openInfrastructure({
    config,
    log,
    roles: [],
    definitions: eventDefinitions,
    migrations: { ...moduleMigrations, ...projectionMigrations },
    onLockLost: () => ending.abort(),
  })
  const { database, bulk, store, searchIndex } = infrastructure
  const projections = allProjections(Object.keys(eventDefinitions))
  const operations = createProjectionOperations({
    db: database.db,
    bulk: bulk.db,
    store,
    searchIndex,
    projections,
    log,
  })
  const terminal = openTerminal({ isJson: shopOps.opts<{ json: boolean }>().json })
  try {
    await searchIndex.prepare()
    await operations.prepare()
    const isDone = await command({ store, db: database.db, operations, terminal, signal: ending.signal })
    process.exitCode = isDone ? 0 : 1
  } finally {
    await infrastructure.close()
  }
}

function wholeNumber(option: string, text: string): number {
  if (/^[1-9][0-9]{0,5}$/.test(text)) return Number(text)
  throw new OperatorError(`${option} is "${text}"`, 'Give a whole number from 1 to 999999.')
}

try {
  await shopOps.parseAsync()
} catch (error) {
  printFailure(error)
  process.exitCode = 1
}
