import { Command, Help } from 'commander'
import { collected, example, wholeNumber } from '#core/cli/options.ts'
import { untilInterrupted } from '#core/cli/interrupted.ts'
import { openTerminal, type Terminal } from '#core/cli/terminal.ts'
import { readConfig } from '#core/config/config.ts'
import { newId } from '#core/domain/ids.ts'
import { openInfrastructure, type Infrastructure } from '../engines/infrastructure.ts'
import { copyEventsCommand } from '../../operations/ops/copy-events.ts'
import { exportKey } from '../../audit/module.ts'
import { verifyExportCommand } from '../../audit/exports/verify-ops.ts'
import { eventsCommand } from '../../audit/events/ops.ts'
import { importCommand } from '../../catalogue/import/ops.ts'
import { importingDeps } from '../../catalogue/module.ts'
import { acceptLostKeyCommand } from '../../identity/lost-keys/ops.ts'
import { decideCommand, jobsCommand } from '../../notifications/ops.ts'
import { enginesOf } from '../engines/health.ts'
import { enginesCommand } from '../../operations/ops/engines.ts'
import { recordedDecisions } from '../record-decisions.ts'
import { allProjections, eventDefinitions, moduleMigrations, personalReadModels } from '../manifests.ts'
import { addProjectionCommands, type OpsLog, type ProjectionOpsDeps } from '../../operations/ops/commands.ts'
import { addBackupCommands } from './backup-commands.ts'
import { logOf, openOpsDeps } from './open-deps.ts'
import { recoverSubscriptions } from '../erasure/recover-followers.ts'
import { followed } from '#core/projections/continuity/followed.ts'
import { projectionMigrations } from '#core/projections/checkpoints/migrations.ts'
import { prepareLog } from '#core/projections/log/prepare-log.ts'

/** The operator's command line. It works whether or not the shop is running; the exit code is 0 only on success. */
export const shopOps = new Command('ops')
  .description('The shop’s commands for operators')
  .option('--json', 'print one JSON document, for scripts', false)
  .configureHelp({
    showGlobalOptions: true,
    // Omits the default of a switch: it is always off.
    optionDescription: (option) =>
      option.defaultValue === false ? option.description : Help.prototype.optionDescription(option),
  })
  .showHelpAfterError('(run with --help for usage)')

shopOps
  .command('import <file>')
  .description('import a supplier’s CSV file into the catalogue; safe to repeat')
  .option('--dry-run', 'check every row, but change nothing', false)
  .option(
    '--column <name=column>',
    'which column one of the file is, such as "Product name=title"; repeatable',
    collected,
    [],
  )
  .addHelpText('after', example('import catalogue.csv --dry-run', 'import catalogue.csv --column "Product name=title"'))
  .action((file: string, { dryRun, column }: { dryRun: boolean; column: string[] }) =>
    run((deps) =>
      importCommand({ ...deps, ...importingFrom(deps), newId }, { file, columns: column, isDryRun: dryRun }),
    ),
  )

function importingFrom({ infrastructure, store, db }: Pick<Deps, 'infrastructure' | 'store' | 'db'>) {
  const { pictureHosts } = readConfig(process.env, process.cwd())
  return importingDeps({ store, db, pictureHosts, hasRoom: () => infrastructure.disk?.hasRoom() ?? true })
}

addProjectionCommands(shopOps, run)

shopOps
  .command('engines')
  .description('check whether every engine answers')
  .addHelpText('after', example('engines'))
  .action(() =>
    run(({ infrastructure, terminal }) => enginesCommand({ engines: enginesOf(infrastructure), terminal }), 'any'),
  )

shopOps
  .command('events')
  .description('print the newest events, or those of one stream')
  .option('--stream <name>', 'such as order-ORD48210377')
  .option('--follow', 'keep printing new events', false)
  .option('--limit <count>', 'the number of events', '50')
  .addHelpText('after', example('events --stream order-ORD48210377 --follow'))
  .action(({ stream, follow, limit }: { stream?: string; follow: boolean; limit: string }) =>
    run((deps) =>
      eventsCommand(
        { ...deps, store: deps.infrastructure.everyEvent },
        { stream, isFollowing: follow, limit: wholeNumber('--limit', limit) },
      ),
    ),
  )

shopOps
  .command('accept-lost-key [person]')
  .description('treat persons whose keys are lost as erased; without --yes, only list them')
  .option('--all', 'all persons whose keys are lost', false)
  .option('--yes', 'do it', false)
  .option('--yes-all <count>', 'the number of persons, required if the keys of more than 5 % of all persons are lost')
  .option('--reason <text>', 'the reason; it stays in the log for good, so name no person', '')
  .addHelpText(
    'after',
    example('accept-lost-key --all', 'accept-lost-key asha --yes --reason "disk failure, ticket 91"'),
  )
  .action((person: string | undefined, { all, yes, yesAll, reason }: AcceptLostKeyFlags) =>
    run(({ operations, ...deps }) =>
      acceptLostKeyCommand(
        { ...deps, recover: () => recoverSubscriptions(operations, personalReadModels) },
        {
          person,
          isAll: all,
          isConfirmed: yes || yesAll !== undefined,
          confirmedCount: yesAll === undefined ? undefined : wholeNumber('--yes-all', yesAll),
          reason,
        },
      ),
    ),
  )

type AcceptLostKeyFlags = { all: boolean; yes: boolean; yesAll?: string; reason: string }

shopOps
  .command('verify-export <file>')
  .description('verify that nothing in a signed export was changed, omitted or reordered')
  .option('--key <public key>', 'the key of another shop that made the export (GET /api/audit/export-key)')
  .addHelpText('after', example('verify-export order-ORD48210377-20261121093000.ndjson'))
  .action(async (file: string, { key }: { key?: string }) => {
    if (key === undefined) {
      await run(({ infrastructure, terminal }) => {
        const { publicKey } = exportKey(infrastructure.secrets.personalDataKey)
        return verifyExportCommand({ terminal }, { file, publicKey })
      })
    } else {
      process.exitCode = (await verifyExportCommand({ terminal: terminal() }, { file, publicKey: key })) ? 0 : 1
    }
  })

const jobs = shopOps
  .command('jobs')
  .description('show waiting, held, failed and finished emails; send or discard held ones')
  .addHelpText('after', example('jobs', 'jobs send --all', 'jobs discard --yes-all 27'))
  .action(() => run(jobsCommand))

addDecision('send', 'send held emails now')
addDecision('discard', 'mark held emails as not sent')

type DecisionOptions = { all: boolean; yes: boolean; yesAll?: string }

function addDecision(decision: 'send' | 'discard', description: string): void {
  jobs
    .command(`${decision} [ids...]`)
    .description(`${description}; without a confirmation, only show what would be done`)
    .option('--all', 'all held emails', false)
    .option('--yes', 'do it, for the given emails', false)
    .option('--yes-all <count>', 'do it for all; refused if a different number is held')
    .addHelpText('after', example(`jobs ${decision} --all`, `jobs ${decision} --yes-all 27`))
    .action((ids: string[], { all, yes, yesAll }: DecisionOptions) =>
      run((deps) => {
        const count = yesAll === undefined ? undefined : wholeNumber('--yes-all', yesAll)
        const record = recordedDecisions(deps.record)
        return decideCommand({ ...deps, record }, decision, { ids, isAll: all, isYes: yes, yesAll: count })
      }),
    )
}

shopOps
  .command('copy-events')
  .description('copy the events to EventStoreDB and compare; continues after an interruption')
  .requiredOption('--to <url>', 'esdb://user:password@host:2113')
  .addHelpText('after', example('copy-events --to esdb://admin:changeit@events.example.in:2113'))
  .action(({ to }: { to: string }) =>
    run(({ infrastructure, terminal, signal }) => copyEventsCommand({ ...infrastructure, terminal, signal }, to)),
  )

addBackupCommands(shopOps, { run, terminal })

type Deps = ProjectionOpsDeps & { infrastructure: Infrastructure }

function terminal(): Terminal {
  return openTerminal({ isJson: shopOps.opts<{ json: boolean }>().json })
}

/**
 * Opens the shop's engines as a visitor, runs one command, and always closes them. `any`: the command also works on the
 * log of another shop.
 */
async function run(command: (deps: Deps) => Promise<boolean>, log: OpsLog = 'own'): Promise<void> {
  const config = readConfig(process.env, process.cwd())
  const lines = logOf(config)
  const ending = new AbortController()
  untilInterrupted().addEventListener('abort', () => ending.abort())
  // If the reader closes the pipe, as `| head` does, the command ends as with Ctrl-C.
  process.stdout.on('error', () => ending.abort())
  const infrastructure = await openInfrastructure({
    config,
    log: lines,
    roles: [],
    definitions: eventDefinitions,
    migrations: { ...moduleMigrations, ...projectionMigrations },
    followed,
    onLockLost: () => ending.abort(),
  })
  const projections = allProjections
  const deps = openOpsDeps({ infrastructure, projections, log: lines, terminal: terminal(), signal: ending.signal })
  try {
    if (log === 'own') {
      await prepareLog({ ...infrastructure, db: deps.db, projections })
      await deps.operations.prepare()
    }
    process.exitCode = (await command(deps)) ? 0 : 1
  } finally {
    await infrastructure.close()
  }
}
