import { existsSync, realpathSync } from 'node:fs'
import { EngineUnavailable, remedyOf, Rejection } from '../domain/errors.ts'
import { UndecodableEvent } from '../event-store/event-store.ts'

type Running = { stop(): Promise<void> }

/** What is in flight may take so long to finish; then the process ends all the same. */
const longestStopMs = 10_000

/** Whether Node.js was started with this file, through a symbolic link too; `import.meta.main` would ask for 24.2. */
export function isProgram(file: string): boolean {
  const [, started = ''] = process.argv
  return existsSync(started) && realpathSync(started) === file
}

/**
 * Runs a service until SIGTERM or SIGINT, then stops it and exits with 0. `start` is given what ends it from inside: the
 * reason is printed and the exit code is 1. A failing start prints one line that names the thing and the remedy.
 */
export async function runUntilStopped(start: (giveUp: (error: unknown) => void) => Promise<Running>): Promise<void> {
  const { promise: asked, resolve: ask } = Promise.withResolvers<number>()
  // Further signals change nothing: whoever is in a hurry has SIGKILL.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      ask(0)
      // Also while it still starts: nothing that was begun there may keep the process.
      setTimeout(() => process.exit(), longestStopMs).unref()
    })
  }
  const giveUp = (error: unknown) => {
    printFailure(error)
    ask(1)
  }
  try {
    const running = await start(giveUp)
    process.exitCode = await asked
    await running.stop()
  } catch (error) {
    printFailure(error)
    process.exitCode = 1
  }
  process.exit()
}

/** One line for whoever must act; everything for a mistake of the program. */
export function printFailure(error: unknown): void {
  process.stderr.write(`${failureText(error)}\n`)
}

function failureText(error: unknown): string {
  const known = remedyOf(error)
  if (known !== undefined) return `${known.message}. ${known.remedy}`
  if (error instanceof EngineUnavailable)
    return `${error.message}. See that it runs and can be reached, then try again.`
  if (error instanceof Rejection || error instanceof UndecodableEvent) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
