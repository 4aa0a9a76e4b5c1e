import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const install = 'apt-get install --yes --no-install-recommends chromium'

/** Where a Chromium is: the one that `CHROMIUM_PATH` names, or one in a usual place. */
export function findBrowser(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined
  return places.find((place) => existsSync(place))
}

/** Finds the browser; where it is missing it is installed if this is root on a Debian, otherwise `remedy` says how. */
export function provideBrowser(): { path: string | undefined; remedy: string | undefined } {
  const found = findBrowser()
  if (found !== undefined) return { path: found, remedy: undefined }
  if (process.env['CHROMIUM_PATH']) return { path: undefined, remedy: 'CHROMIUM_PATH names no file: unset or mend it.' }
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    const sudo = existsSync('/usr/bin/apt-get')
      ? `run: sudo ${install}`
      : 'install Chromium, and set CHROMIUM_PATH to it'
    return { path: undefined, remedy: `For the tests in the browser ${sudo}` }
  }
  const problem = installChromium()
  return { path: findBrowser(), remedy: problem && `For the tests in the browser run: ${install} (${problem})` }
}

/** Returns what went wrong. */
function installChromium(): string | undefined {
  process.stdout.write(`Installing Chromium for the tests in the browser (only this once): ${install}\n`)
  for (const command of ['apt-get update', install]) {
    const [program = '', ...parameters] = command.split(' ')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const { status, stderr } = spawnSync(program, parameters, {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (status !== 0) return stderr.trim().split('\n').at(-1) || `it ended with code ${status}`
  }
  return undefined
}
