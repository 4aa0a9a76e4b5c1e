import { askAtTerminal } from '#core/cli/ask.ts'
import { openPlainLog } from '#core/cli/plain-log.ts'
import { operatorAtKeyboard } from '#core/cli/operator.ts'
import type { Terminal } from '#core/cli/terminal.ts'
import type { Config } from '#core/config/config.ts'
import { newId } from '#core/domain/ids.ts'
import type { Infrastructure } from '../engines/infrastructure.ts'
import { openLog, type Log } from '#core/telemetry/log.ts'
import type { Projection } from '#core/projections/projection.ts'
import { openOperationsRecord, type OperationEvent } from '../../operations/module.ts'
import { actionsOf } from '../../operations/administration/actions.ts'
import { continuityOn, operationsOn } from '../projection-operations.ts'
import type { ProjectionOpsDeps } from '../../operations/ops/commands.ts'

export type AtTheCommandLine = {
  infrastructure: Infrastructure
  projections: readonly Projection[]
  log: Log
  terminal: Terminal
  /** Aborts at Ctrl-C. */
  signal: AbortSignal
}

/** The dependencies of the commands, on open engines. Their actions are recorded under the operating system's user. */
export function openOpsDeps({ infrastructure, projections, log, terminal, signal }: AtTheCommandLine) {
  const { database, store, searchIndex, dataDir } = infrastructure
  const record = openOperationsRecord({ store, newId })
  const operator = operatorAtKeyboard()
  const operations = operationsOn(infrastructure, { projections, log, skipped: record.skipped })
  continuityOn(infrastructure)
  const actions = actionsOf({ operations, record, log }, operator)
  const adoption = {
    projections,
    searchIndex,
    dataDir,
    identity: infrastructure.identity,
    write: (event: OperationEvent, id: string) => record.write(operator, event, id),
  }
  const ask = askAtTerminal()
  const deps: ProjectionOpsDeps = {
    db: database.db,
    store,
    operations,
    actions,
    record,
    terminal,
    signal,
    adoption: { ...adoption, ask },
  }
  return { ...deps, infrastructure }
}

/** Stack traces are printed only if LOG_LEVEL is not the default. */
export function logOf({ logLevel }: Config): Log {
  return logLevel === 'info' ? openPlainLog('error') : openLog(logLevel)
}
