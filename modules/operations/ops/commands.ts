import type { Command } from 'commander'
import { example, positionNumber, wholeNumber } from '#core/cli/options.ts'
import { everywhere } from '#core/event-store/left-out/left-out-record.ts'
import type { Db } from '#core/database/database.ts'
import { OperatorError } from '#core/domain/errors.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import type { OperationsRecord } from '../module.ts'
import { adoptLogCommand } from '../adopt-log/command.ts'
import type { AdoptLogDeps } from '../adopt-log/needs.ts'
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

/** Whose event log a command works on: this shop's alone, or any, so that it can say or change whose it is. */
export type OpsLog = 'own' | 'any'

/** Opens the engines, does one thing, and closes them. */
type Run = (command: (deps: ProjectionOpsDeps) => Promise<boolean>, log?: OpsLog) => Promise<void>

/** Adds the operator's commands about read models; returns the same program. */
export function addProjectionCommands(ops: Command, run: Run): Command {
  addSeeing(ops, run)
  addReplaying(ops, run)
  addMending(ops, run)
  addAdopting(ops, run)
  return ops
}

function addAdopting(ops: Command, run: Run): void {
  ops
    .command('adopt-log')
    .description('accept the connected event log, where it is not the one that the database knows')
    .option('--head <position>', 'the head of the log, as the plan shows it: go ahead without asking')
    .addHelpText('after', example('adopt-log', 'adopt-log --json', 'adopt-log --head 1200'))
    .action(({ head }: { head?: string }) =>
      run(
        ({ adoption, ...deps }) =>
          adoptLogCommand({ ...deps, ...adoption }, { head: head === undefined ? undefined : headNumber(head) }),
        'any',
      ),
    )
}

/** @throws OperatorError; 0 is the head of an empty log */
function headNumber(text: string): number {
  return text === '0' ? 0 : positionNumber('--head', text)
}

function addSeeing(ops: Command, run: Run): void {
  ops
    .command('projections')
    .description('show how every read model and every reactor stands')
    .addHelpText('after', example('projections --json'))
    .action(() => run(projectionsCommand))
  ops
    .command('history [names...]')
    .description('who replayed, verified, skipped or rolled back what')
    .option('--limit <count>', 'how many of the newest', '50')
    .addHelpText('after', example('history orders --limit 10'))
    .action((names: string[], { limit }: { limit: string }) =>
      run((deps) => historyCommand(deps, { names, limit: wholeNumber('--limit', limit) })),
    )
}

const copyExample = 'replay orders --until 2026-11-21T09:30:00Z --into orders_then'

function addReplaying(ops: Command, run: Run): void {
  ops
    .command('replay [names...]')
    .description('rebuild read models beside the live ones, and swap')
    .option('--all', 'all of them', false)
    .option('--resume', 'go on with what was stopped', false)
    .option('--dry-run', 'say what would change, and swap nothing', false)
    .option('--stream <name>', 'make only the rows of this stream anew')
    .option('--until <position|time>', 'as of then, with --into')
    .option('--into <schema>', 'build into a Postgres schema of its own, with --until')
    .addHelpText(
      'after',
      example('replay orders product-search', 'replay orders --dry-run', 'replay --resume', copyExample),
    )
    .action((names: string[], options: ReplayOptions) => run((deps) => replay(deps, names, options)))
  ops
    .command('rollback <name>')
    .description('bring back what the last replay has replaced')
    .addHelpText('after', example('rollback orders'))
    .action((name: string) => run((deps) => rollbackCommand(deps, name)))
  ops
    .command('drop-copy <schema>')
    .description('drop what replay --into has made')
    .addHelpText('after', example('drop-copy orders_then'))
    .action((schema: string) => run((deps) => dropCopyCommand(deps, schema)))
}

function addMending(ops: Command, run: Run): void {
  ops
    .command('verify [names...]')
    .description('fold the log and compare with what is live')
    .option('--all', 'all of them', false)
    .addHelpText('after', example('verify --all'))
    .action((names: string[], { all }: { all: boolean }) => run((deps) => verifyCommand(deps, { names, isAll: all })))
  ops
    .command('retry <name>')
    .description('let a failed read model or reactor try again')
    .addHelpText('after', example('retry orders'))
    .action((name: string) => run((deps) => retryCommand(deps, name)))
  ops
    .command('skip [name]')
    .description('leave out the event that a read model or reactor has failed at, for good')
    .option('--everywhere', 'for all of them, and for readers of its stream', false)
    .requiredOption('--position <number>', 'of the event')
    .requiredOption('--reason <text>', 'why; the log keeps it for good: name no person')
    .option('--undo', 'take the event again', false)
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
  throw new OperatorError('skip takes one name, or --everywhere', 'Name a read model or reactor, or say --everywhere.')
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
    throw new OperatorError('--until and --into go together', 'Say until when, and into which schema.')
  return options.dryRun ? dryRunCommand(deps, chosen) : replayCommand(deps, { ...chosen, resume: options.resume })
}

function onlyOne(names: readonly string[], option: string): string {
  const [name, ...others] = names
  if (name !== undefined && others.length === 0) return name
  throw new OperatorError(`${option} is for one projection`, 'Name one, such as orders.')
}
