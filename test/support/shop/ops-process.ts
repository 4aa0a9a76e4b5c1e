import { execFile, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { testEnvironment } from '../runner/test-environment.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** What one command of the operator has printed, and its exit code. */
export type OpsOutcome = { code: number; stdout: string; stderr: string }

/** A command under way, and how it ended. */
export type OpsProcess = { child: ChildProcess; ended: Promise<OpsOutcome> }

/** Starts `npm run ops -- …` as an operator does, in a process of its own, without a terminal. */
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

/** As `startOps`, until it has ended. */
export function runOps(env: Record<string, string>, ...parameters: readonly string[]): Promise<OpsOutcome> {
  return startOps(env, ...parameters).ended
}
