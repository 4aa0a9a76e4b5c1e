import { columns, type Terminal } from '#core/cli/terminal.ts'
import type { EngineHealth } from '../engines.ts'

type Deps = { engines: () => Promise<EngineHealth[]>; terminal: Terminal }

/** `ops engines`: shows whether each engine answers; false if any does not. */
export async function enginesCommand({ engines: ask, terminal }: Deps): Promise<boolean> {
  const engines = await ask()
  terminal.json({ engines })
  const rows = engines.map(({ name, ok, ms, error }) => [
    name,
    ok ? 'answers' : 'does not answer',
    `${ms} ms`,
    error ?? '',
  ])
  for (const line of columns(rows)) terminal.print(line)
  return engines.every(({ ok }) => ok)
}
