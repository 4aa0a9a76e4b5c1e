import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { openLog, type Log, type LogLevel } from '../telemetry/log.ts'

const Line = Type.Object({
  level: Type.String(),
  msg: Type.Optional(Type.String()),
  err: Type.Optional(Type.Object({ message: Type.String() })),
})

type Output = { write(line: string): unknown }

/** The log of a command: one readable line per entry, without stacks, on standard error. */
export function openPlainLog(level: LogLevel, output: Output = process.stderr): Log {
  return openLog(level, { write: (line) => void output.write(`${plain(line)}\n`) })
}

function plain(line: string): string {
  const { level, msg, err } = Value.Parse(Line, JSON.parse(line))
  return [level, msg, err?.message].filter(Boolean).join(': ')
}
