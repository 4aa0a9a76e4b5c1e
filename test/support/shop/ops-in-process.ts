import { Command } from 'commander'
import { openTerminal } from '#core/cli/terminal.ts'
import { OperatorError, Rejection } from '#core/domain/errors.ts'
import type { Infrastructure } from '#modules/shop/engines/infrastructure.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { allProjections } from '#modules/shop/manifests.ts'
import { addProjectionCommands } from '#modules/operations/ops/commands.ts'
import { openOpsDeps } from '#modules/shop/ops/open-deps.ts'
import type { OpsOutcome } from './ops-process.ts'
import { openStoppedShop } from './stopped-shop.ts'

/** Runs the operator's projection commands on open engines, with the parsing and output of the command line. */
export async function runOpsIn(infrastructure: Infrastructure, ...parameters: readonly string[]): Promise<OpsOutcome> {
  return runOpsShowing(() => undefined, infrastructure, parameters)
}

/**
 * The same on engines that it opens and closes again, as a process of its own does, which would cost a second of processor
 * time to start.
 */
export async function runOpsApart(
  env: Parameters<typeof openStoppedShop>[0],
  ...parameters: readonly string[]
): Promise<OpsOutcome> {
  const infrastructure = await openStoppedShop(env)
  try {
    return await runOpsIn(infrastructure, ...parameters)
  } finally {
    await infrastructure.close()
  }
}

/** As `runOpsIn`; `show` receives each line of stderr at once. */
export async function runOpsShowing(
  show: (line: string) => void,
  infrastructure: Infrastructure,
  parameters: readonly string[],
): Promise<OpsOutcome> {
  const outcome = { code: 1, stdout: '', stderr: '' }
  const isJson = parameters.includes('--json')
  const terminal = openTerminal({
    isJson,
    stdout: { write: (line) => (outcome.stdout += line) },
    stderr: {
      write(line) {
        outcome.stderr += line
        show(line)
      },
    },
  })
  const projections = allProjections
  const deps = openOpsDeps({
    infrastructure,
    projections,
    log: silentLog,
    terminal,
    signal: new AbortController().signal,
  })
  const program = addProjectionCommands(new Command('ops').option('--json'), async (command) => {
    outcome.code = (await command(deps)) ? 0 : 1
  })
  try {
    await program.parseAsync(parameters, { from: 'user' })
  } catch (error) {
    if (!(error instanceof OperatorError || error instanceof Rejection)) throw error
    outcome.stderr += error.message
  }
  return outcome
}
