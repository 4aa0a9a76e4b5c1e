import type { Command } from 'commander'
import { example, positionNumber, wholeNumber } from '#core/cli/options.ts'
import { everywhere } from '#core/event-store/skipped/skip-record.ts'
import type { Db } from '#core/database/database.ts'
import { OperatorError } from '#core/domain/errors.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import type { OperationsRecord } from '../module.ts'
import { adoptLogCommand } from '../adopt-log/command.ts'
import type { AdoptLogDeps } from '../adopt-log/deps.ts'
import { positionOf } from '#core/projections/log/position-at.ts'
import { dropCopyCommand, retryCommand, rollbackCommand, skipCommand, verifyCommand } from './repair.ts'
import type { OpsDeps } from './deps.ts'
import { copyCommand, dryRunCommand, replayCommand, replayStreamCommand } from './replay.ts'
import { historyCommand, projectionsCommand } from './status.ts'

export type ProjectionOpsDeps = OpsDeps & {
  db: Db
  store: EventStore
  record: OperationsRecord
  adoption: Omit<AdoptLogDeps, 'db' | 'store' | 'terminal' | 'operations'>
}

/** The logs that a command accepts: only this shop's, or any, for commands that show or change the log's owner. */
export type OpsLog = 'own' | 'any'

/** Opens the engines, runs one command, and closes them. */
type Run = (command: (deps: ProjectionOpsDeps) => Promise<boolean>, log?: OpsLog) => Promise<void>

/** Adds the operator's commands for read models; returns the same program. */
export function addProjectionCommands(ops: Command, run: Run): Command {
  addStatusCommands(ops, run)
  addReplayCommands(ops, run)
  addRepairCommands(ops, run)
  addAdoptCommand(ops, run)
  return ops
}

function addAdoptCommand(ops: Command, run: Run): void {
  ops
    .command('adopt-log')
    .description('adopt the connected event log if the database does not know it')
    .option('--head <position>', 'the head of the log, as shown in the plan; continue without asking')
    .addHelpText('after', example('adopt-log', 'adopt-log --json', 'adopt-log --head 1200'))
    .action(({ head }: { head?: string }) =>
      run(
        ({ adoption, ...deps }) =>
          adoptLogCommand({ ...deps, ...adoption }, { head: head === undefined ? undefined : headNumber(head) }),
        'any',
      ),
    )
}

/** 0 is the head of an empty log. @throws OperatorError */
function headNumber(text: string): number {
  return text === '0' ? 0 : positionNumber('--head', text)
}

function addStatusCommands(ops: Command, run: Run): void {
  ops
    .command('projections')
    .description('show the status of every read model and reactor')
    .addHelpText('after', example('projections --json'))
    .action(() => run(projectionsCommand))
  ops
    .command('history [names...]')
    .description('show who replayed, verified, skipped or rolled back what')
    .option('--limit <count>', 'the number of entries', '50')
    .addHelpText('after', example('history orders --limit 10'))
    .action((names: string[], { limit }: { limit: string }) =>
      run((deps) => historyCommand(deps, { names, limit: wholeNumber('--limit', limit) })),
    )
}

const copyExample = 'replay orders --until 2026-11-21T09:30:00Z --into orders_then'

function addReplayCommands(ops: Command, run: Run): void {
  ops
    .command('replay [names...]')
    .description('replay read models: build them alongside the live ones, then swap')
    .option('--all', 'all of them', false)
    .option('--resume', 'continue stopped replays', false)
    .option('--dry-run', 'show what would change, but swap nothing', false)
    .option('--stream <name>', 'replay only the rows of this stream')
    .option('--until <position|time>', 'build as of then; requires --into')
    .option('--into <schema>', 'build in this new Postgres schema; requires --until')
    .addHelpText(
      'after',
      example('replay orders product-search', 'replay orders --dry-run', 'replay --resume', copyExample),
    )
    .action((names: string[], options: ReplayOptions) => run((deps) => replay(deps, names, options)))
  ops
    .command('rollback <name>')
    .description('restore the build that the last replay replaced')
    .addHelpText('after', example('rollback orders'))
    .action((name: string) => run((deps) => rollbackCommand(deps, name)))
  ops
    .command('drop-copy <schema>')
    .description('drop a schema that replay --into has created')
    .addHelpText('after', example('drop-copy orders_then'))
    .action((schema: string) => run((deps) => dropCopyCommand(deps, schema)))
}

function addRepairCommands(ops: Command, run: Run): void {
  ops
    .command('verify [names...]')
    .description('fold the log and compare the result with the live rows')
    .option('--all', 'all of them', false)
    .addHelpText('after', example('verify --all'))
    .action((names: string[], { all }: { all: boolean }) => run((deps) => verifyCommand(deps, { names, isAll: all })))
  ops
    .command('retry <name>')
    .description('retry a failed read model or reactor')
    .addHelpText('after', example('retry orders'))
    .action((name: string) => run((deps) => retryCommand(deps, name)))
  ops
    .command('skip [name]')
    .description('permanently skip the event that a read model or reactor has failed at')
    .option('--everywhere', 'skip it for all of them and for readers of its stream', false)
    .requiredOption('--position <number>', 'the position of the event')
    .requiredOption('--reason <text>', 'the reason; it stays in the log for good, so name no person')
    .option('--undo', 'withdraw the skip', false)
    .addHelpText(
      'after',
      example(
        'skip orders --position 1200 --reason "written by a faulty import, see ticket 88"',
        'skip --everywhere --position 1200 --reason "cannot be read, see ticket 88"',
      ),
    )
    .action((name: string | undefined, { position, reason, undo, everywhere: isForAll }: SkipOptions) =>
      run((deps) =>
        skipCommand(deps, {
          name: skippingName(name, isForAll),
          position: positionNumber('--position', position),
          reason,
          isUndone: undo,
        }),
      ),
    )
}

type SkipOptions = { position: string; reason: string; undo: boolean; everywhere: boolean }

function skippingName(name: string | undefined, isForAll: boolean): string {
  if (isForAll && name === undefined) return everywhere
  if (!isForAll && name !== undefined) return name
  throw new OperatorError('skip takes one name, or --everywhere', 'Name a read model or reactor, or use --everywhere.')
}

type ReplayOptions = {
  all: boolean
  resume: boolean
  dryRun: boolean
  stream?: string
  until?: string
  into?: string
}

async function replay(deps: ProjectionOpsDeps, names: string[], options: ReplayOptions): Promise<boolean> {
  const chosen = { names, isAll: options.all }
  const { stream, until, into } = options
  if (stream !== undefined) return replayStreamCommand(deps, onlyOne(names, '--stream'), stream)
  if (until !== undefined && into !== undefined) {
    const position = await positionOf(deps, until)
    return copyCommand(deps, { name: onlyOne(names, '--into'), until: position, schema: into })
  }
  if (until !== undefined || into !== undefined)
    throw new OperatorError('--until and --into must be used together', 'Give both a position or time and a schema.')
  return options.dryRun ? dryRunCommand(deps, chosen) : replayCommand(deps, { ...chosen, resume: options.resume })
}

function onlyOne(names: readonly string[], option: string): string {
  const [name, ...others] = names
  if (name !== undefined && others.length === 0) return name
  throw new OperatorError(`${option} works on exactly one projection`, 'Name one, such as orders.')
}
