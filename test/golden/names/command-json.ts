import { openTerminal, type Terminal } from '#core/cli/terminal.ts'
import { eventsCommand } from '#modules/audit/events/ops.ts'
import { acceptLostKeyCommand } from '#modules/identity/lost-keys/ops.ts'
import { jobsCommand } from '#modules/notifications/ops.ts'
import { enginesCommand } from '#modules/operations/ops/engines.ts'
import { enginesOf } from '#modules/shop/engines/health.ts'
import { runOpsIn } from '../../support/shop/ops-in-process.ts'
import type { TestShop } from '../../support/shop/shop.ts'

/** The projection commands, in an order in which none is refused. */
const aboutReadModels = [
  ['replay', 'carts', '--dry-run'],
  ['replay', 'carts'],
  ['rollback', 'carts'],
  ['verify', 'carts'],
  ['retry', 'carts'],
  ['replay', 'carts', '--until', '2099-01-01', '--into', 'carts_then'],
  ['projections'],
  ['history', 'carts'],
]

/** The fields of the JSON that operator commands print, by command. */
export async function commandJson(shop: TestShop): Promise<string[]> {
  const names: string[] = []
  for (const parameters of aboutReadModels) {
    const { stdout } = await runOpsIn(shop.shop.infrastructure, ...parameters, '--json')
    names.push(...fieldsOf(JSON.parse(stdout), `ops ${parameters.join(' ')}`))
  }
  for (const [command, run] of Object.entries(others(shop)))
    names.push(...fieldsOf(JSON.parse(await printed(run)), `ops ${command}`))
  return names
}

function others({ shop: { infrastructure } }: TestShop): Record<string, (terminal: Terminal) => Promise<boolean>> {
  const { store, database } = infrastructure
  const { signal } = new AbortController()
  const nobody = { person: undefined, isAll: true, isConfirmed: false, confirmedCount: undefined, reason: '' }
  return {
    engines: (terminal) => enginesCommand({ engines: enginesOf(infrastructure), terminal }),
    jobs: (terminal) => jobsCommand({ db: database.db, terminal }),
    events: (terminal) =>
      eventsCommand({ store, terminal, signal }, { stream: undefined, isFollowing: false, limit: 1 }),
    'accept-lost-key': (terminal) =>
      acceptLostKeyCommand({ infrastructure, terminal, signal, recover: () => Promise.resolve() }, nobody),
  }
}

async function printed(run: (terminal: Terminal) => Promise<boolean>): Promise<string> {
  let stdout = ''
  const write = (line: string) => (stdout += line)
  await run(openTerminal({ isJson: true, stdout: { write }, stderr: { write: () => undefined } }))
  return stdout
}

/** The paths of all leaves (neither object nor list). */
function fieldsOf(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => fieldsOf(one, `${path}[]`))
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, one]) => fieldsOf(one, `${path}.${name}`))
}
