import pino from 'pino'

/** Structured log: one JSON line per entry, on standard output. A child adds fields to all its entries. */
export type Log = pino.Logger

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Keys whose values are redacted, at the top level of an entry or one level down. */
const secretKeys = [
  'password',
  'accessToken',
  'token',
  'authorization',
  'cookie',
  'secret',
  'email',
  'mobileNumber',
  'shippingMobile',
  'address',
  'connectionString',
]

/** `destination` is for tests. Failing to write the log (full disk, closed pipe) never stops the shop. */
export function openLog(level: LogLevel, destination?: pino.DestinationStream): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`]), censor: '[redacted]' },
      serializers: { err: errorLine, error: errorLine },
    },
    destination ?? standardOutput(),
  )
}

export const silentLog: Log = pino({ level: 'silent' })

function standardOutput(): pino.DestinationStream {
  const stream = pino.destination(1)
  stream.on('error', () => undefined)
  return stream
}

/** An error without the fields in which drivers repeat values (Postgres `detail`, parameters, connection strings). */
function errorLine(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error
  return {
    type: error.name,
    message: withoutCredentials(error.message),
    code: 'code' in error && typeof error.code === 'string' ? error.code : undefined,
    stack: withoutCredentials(error.stack ?? ''),
    cause: error.cause === undefined ? undefined : errorLine(error.cause),
  }
}

function withoutCredentials(text: string): string {
  return text.replaceAll(/:\/\/[^/@\s]+@/g, '://[redacted]@')
}
