import { execFile, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { testEnvironment } from '../runner/test-environment.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** The output and exit code of an operator command. */
export type OpsOutcome = { code: number; stdout: string; stderr: string }

/** A running command, and its outcome. */
export type OpsProcess = { child: ChildProcess; ended: Promise<OpsOutcome> }

/** Starts `npm run ops -- …` as an operator does, in a separate process, without a terminal. */
export function startOps(env: Record<string, string>, ...parameters: readonly string[]): OpsProcess {
  const { promise: ended, resolve } = Promise.withResolvers<OpsOutcome>()
  const child = execFile(
    process.execPath,
    [join(root, 'ops.ts'), ...parameters],
    { cwd: root, env: { ...testEnvironment(), ...env }, timeout: 120_000 },
    (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
  )
  return { child, ended }
}

/** Runs `startOps` to its end. */
export function runOps(env: Record<string, string>, ...parameters: readonly string[]): Promise<OpsOutcome> {
  return startOps(env, ...parameters).ended
}
