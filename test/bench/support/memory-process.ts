import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testEnvironment } from '../../support/runner/test-environment.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const everyMs = 100

/** A program of the shop, started by the launcher, so that it has the same heap limit as in production. */
export type MeasuredProcess = {
  output: () => string
  isRunning: () => boolean
  stop(): void
  /** Resolves when the program exits: its exit code or signal, its peak memory in MB, and its running time. */
  ended: Promise<{ code: unknown; megabytes: number; seconds: number }>
}

/** Starts `launch.mjs ENTRY …`, and polls the kernel for the peak of its resident memory. */
export function startMeasured(env: Record<string, string>, ...parameters: readonly string[]): MeasuredProcess {
  const begun = performance.now()
  const child = spawn(process.execPath, ['core/launcher/launch.mjs', ...parameters], {
    cwd: root,
    env: { ...testEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output = (output + String(chunk)).slice(-4_000)))
  let most = 0
  const watch = setInterval(() => void peakBelow(child.pid).then((now) => (most = Math.max(most, now))), everyMs)
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => {
    clearInterval(watch)
    return { code: code ?? signal, megabytes: most / 1_024, seconds: (performance.now() - begun) / 1_000 }
  })
  return {
    output: () => output,
    isRunning: () => child.exitCode === null,
    stop: () => void child.kill('SIGTERM'),
    ended,
  }
}

/** The peak in KB of the process that the launcher has started; 0 before that. */
async function peakBelow(launcher: number | undefined): Promise<number> {
  const children = await read(`/proc/${launcher}/task/${launcher}/children`)
  const peaks = await Promise.all(children.split(' ').filter(Boolean).map(peakOf))
  return Math.max(0, ...peaks)
}

/** The peak of the resident memory of a process in KB; 0 if there is none. */
export async function peakOf(pid: string): Promise<number> {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(await read(`/proc/${pid}/status`))?.[1] ?? 0)
}

function read(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}
