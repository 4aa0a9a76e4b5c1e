import { columns, type Terminal } from '#core/cli/terminal.ts'
import type { Infrastructure } from '#core/infrastructure.ts'
import { askEngines } from './engines.ts'

/** `ops engines`: whether every engine answers; false where one does not. */
export async function enginesCommand({
  infrastructure,
  terminal,
}: {
  infrastructure: Infrastructure
  terminal: Terminal
}): Promise<boolean> {
  const engines = await askEngines(infrastructure)
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
