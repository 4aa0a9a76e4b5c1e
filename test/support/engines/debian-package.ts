import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const isDebian = () => existsSync('/usr/bin/apt-get')

export function installCommand(name: string): string {
  return `apt-get install --yes --no-install-recommends ${name}`
}

/** Installs a package if run as root on Debian; otherwise, or on failure, returns an instruction for the developer. */
export function providePackage(name: string, whatFor: string): string | undefined {
  const command = installCommand(name)
  if (!isDebian()) return `For ${whatFor} install ${name}.`
  if (process.getuid?.() !== 0) return `For ${whatFor} run: sudo ${command}`
  process.stdout.write(`Installing ${name} for ${whatFor} (first run only): ${command}\n`)
  const problem = run('apt-get update') ?? run(command)
  return problem && `For ${whatFor} run: ${command} (${problem})`
}

/** Returns the error, if any. `RUNLEVEL` keeps the package's server from starting: the tests start their own. */
function run(command: string): string | undefined {
  const [program = '', ...parameters] = command.split(' ')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const { status, stderr } = spawnSync(program, parameters, {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return status === 0 ? undefined : stderr.trim().split('\n').at(-1) || `it ended with code ${status}`
}
