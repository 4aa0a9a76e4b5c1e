import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { CannotLaunch } from './cannot-launch.mjs'

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']
const orphanCheckMs = 500

/**
 * Runs a program in place of this process: forwards signals to it and ends with its exit code or signal. npm may be
 * killed without forwarding the signal, so a process that npm has started also ends when its parent is gone.
 */
export async function runInForeground(program, parameters, env) {
  const child = start(program, parameters, { stdio: 'inherit', env })
  const parent = process.ppid
  const orphanCheck = setInterval(() => {
    if (process.env.npm_lifecycle_event !== undefined && process.ppid !== parent) child.kill('SIGTERM')
  }, orphanCheckMs)
  const { code, signal } = await exitOf(child).finally(() => clearInterval(orphanCheck))
  if (signal !== null) endBySignal(signal)
  process.exitCode = code ?? 1
}

/** Runs a preparation step silently; resolves to its exit code and output. */
export async function runQuietly(program, parameters, options) {
  const child = start(program, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const { code, signal } = await exitOf(child)
  if (forwarded.includes(signal)) endBySignal(signal)
  return { code, output }
}

/** @throws CannotLaunch where the system refuses to start it */
function start(program, parameters, options) {
  try {
    return spawn(program, parameters, options)
  } catch (error) {
    throw startError(program, error)
  }
}

function startError(program, { code }) {
  return new CannotLaunch(
    `${program} cannot be run on this machine (${code}). Check that it exists, that its folder allows programs to run, and that this is macOS or a Linux with glibc; then start again.`,
  )
}

function exitOf(child) {
  const forward = (signal) => child.kill(signal)
  for (const signal of forwarded) process.on(signal, forward)
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(startError(child.spawnfile, error)))
    child.once('close', (code, signal) => resolve({ code, signal }))
  }).finally(() => {
    for (const signal of forwarded) process.off(signal, forward)
  })
}

function endBySignal(signal) {
  process.kill(process.pid, signal)
  // Where the signal does not end this process (Windows), the conventional exit code reports it.
  process.exit(128 + constants.signals[signal])
}
