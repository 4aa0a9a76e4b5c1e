import { OperatorError } from '../../domain/errors.ts'
import { codeOf } from '../../process/system-error.ts'

const otherwise = 'or set DATABASE_URL to a Postgres server, version 15 or newer.'
const permission = `Let the user that runs it read the folder of the packages and run programs in it, ${otherwise}`
/** The system also reports ENOENT for a program whose C library is missing. */
const platform = `It needs Linux with glibc (such as Debian or Ubuntu) or macOS: run the shop there, ${otherwise}`

const remedies: Record<string, string> = { EACCES: permission, EPERM: permission, ENOENT: platform, ENOEXEC: platform }

/** One of the server's programs could not be started at all, so the error says nothing about the cluster's folder. */
export function startError(program: string, error: unknown): OperatorError {
  return refused(program, codeOf(error), error)
}

function refused(program: string, code: string, cause?: unknown): OperatorError {
  return new OperatorError(
    `the embedded Postgres cannot be run on this machine: ${program} does not start (${code})`,
    remedies[code] ?? `Fix that, ${otherwise}`,
    { cause },
  )
}

const codes: Record<string, string> = { 'No such file or directory': 'ENOENT', 'Permission denied': 'EACCES' }

/** The same error for a program that `unshare` failed to start, read from its output; undefined if it did not fail. */
export function startErrorIn(output: string): OperatorError | undefined {
  const [, program, reason] = /unshare: failed to execute (.+): (.+)/.exec(output) ?? []
  return program === undefined || reason === undefined ? undefined : refused(program, codes[reason] ?? reason)
}
