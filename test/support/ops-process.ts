import { execFile } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** What one command of the operator has printed, and its exit code. */
export type OpsOutcome = { code: number; stdout: string; stderr: string }

/** Runs `npm run ops -- …` as an operator does, in a process of its own, without a terminal. */
export function runOps(env: Record<string, string>, ...parameters: readonly string[]): Promise<OpsOutcome> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(root, 'ops.ts'), ...parameters],
      { cwd: root, env: { ...process.env, ...env }, timeout: 120_000 },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}
