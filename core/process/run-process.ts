import { existsSync, realpathSync } from 'node:fs'
import { EngineUnavailable, remedyOf, Rejection } from '../domain/errors.ts'
import { UndecodableEvent } from '../event-store/event-store.ts'

type Running = { stop(): Promise<void> }

/** How long work in flight may take to finish before the process exits regardless. */
const longestStopMs = 10_000

/** Whether Node.js was started with this file, also through a symbolic link; `import.meta.main` would require 24.2. */
export function isProgram(file: string): boolean {
  const [, started = ''] = process.argv
  return existsSync(started) && realpathSync(started) === file
}

/**
 * Runs a service until SIGTERM or SIGINT, then stops it and exits with 0. `start` receives a callback with which the
 * service ends itself: the reason is printed and the exit code is 1. A failing start prints the problem and the remedy.
 */
export async function runUntilStopped(start: (giveUp: (error: unknown) => void) => Promise<Running>): Promise<void> {
  const { promise: requested, resolve: request } = Promise.withResolvers<number>()
  // Further signals change nothing; SIGKILL ends the process at once.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      request(0)
      // Also during start-up: nothing that it has begun may keep the process alive.
      setTimeout(() => process.exit(), longestStopMs).unref()
    })
  }
  const giveUp = (error: unknown) => {
    printFailure(error)
    request(1)
  }
  try {
    const running = await start(giveUp)
    process.exitCode = await requested
    await running.stop()
  } catch (error) {
    printFailure(error)
    process.exitCode = 1
  }
  process.exit()
}

/** Prints what `failureText` says. */
export function printFailure(error: unknown): void {
  process.stderr.write(`${failureText(error)}\n`)
}

/** One line for an error that the operator can fix, the stack for a programming error. */
export function failureText(error: unknown): string {
  const known = remedyOf(error)
  if (known !== undefined) return `${known.message}. ${known.remedy}`
  if (error instanceof EngineUnavailable)
    return `${error.message}. Check that it runs and can be reached, then try again.`
  if (error instanceof Rejection || error instanceof UndecodableEvent) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
