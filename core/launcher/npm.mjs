import { basename } from 'node:path'
import { CannotLaunch } from './cannot-launch.mjs'
import { runQuietly } from './children.mjs'

const settings = [
  '--include=dev',
  '--include=optional',
  '--ignore-scripts',
  '--no-engine-strict',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--loglevel=error',
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=500',
  '--fetch-retry-maxtimeout=2000',
]

/** Runs `npm ci` in a folder: installs exactly its lockfile, by checksum, and runs no install scripts. */
export async function installLocked(folder, what) {
  process.stderr.write(`Installing ${what} (first run only) …\n`)
  const { program, parameters, shell } = npmCommand()
  const { code, output } = await runQuietly(program, [...parameters, 'ci', ...settings], {
    cwd: folder,
    shell,
  })
  if (code === 0) return
  throw new CannotLaunch(
    `npm could not install ${what}: ${reasonIn(output)}. Check the network, the proxy and the free disk space, then start again.`,
  )
}

/**
 * The npm that started this process, if any; otherwise the one on the path. It runs on its own Node.js, relative to
 * which it finds the machine's settings (proxy, registry, certificates).
 */
function npmCommand() {
  const npm = process.env.npm_execpath ?? ''
  if (basename(npm) === 'npm-cli.js') return { program: process.execPath, parameters: [npm], shell: false }
  return { program: 'npm', parameters: [], shell: process.platform === 'win32' }
}

function reasonIn(output) {
  const lines = output.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim())
  const code = lines.find((line) => line.startsWith('code '))?.slice(5)
  const reason = lines.find((line) => line !== '' && !/^(code|errno|syscall|path|network) /.test(line))
  return [code, reason].filter(Boolean).join(', ') || 'it gave no reason'
}
