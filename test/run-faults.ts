// `npm run test:faults [-- GROUP…]`: runs the long forms of the fault tests, all or the named groups, one group at a
// time. `npm test` runs the same files in their short forms.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { faultGroups, type FaultGroup } from './faults/groups.ts'

const runner = join(import.meta.dirname, 'run.ts')

process.exitCode = await main(process.argv.slice(2))

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !Object.hasOwn(faultGroups, name))
  if (unknown.length > 0) {
    process.stderr.write(
      `unknown group: ${unknown.join(', ')}. The groups are ${Object.keys(faultGroups).join(', ')}.\n`,
    )
    return 1
  }
  const selected = Object.entries(faultGroups).filter(([name]) => names.length === 0 || names.includes(name))
  const failed: string[] = []
  for (const [name, group] of selected) {
    process.stdout.write(`\n${name}: ${group.proves}\n`)
    if ((await run(group)) !== 0) failed.push(name)
  }
  if (failed.length > 0) process.stderr.write(`\nfailed: ${failed.join(', ')}\n`)
  return failed.length === 0 ? 0 : 1
}

function run({ files, env }: FaultGroup): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const child = spawn(process.execPath, [runner, ...files], { stdio: 'inherit', env: { ...process.env, ...env } })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal))
  child.once('close', (code) => resolve(code ?? 1))
  return promise
}
