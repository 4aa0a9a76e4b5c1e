import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'

const root = join(import.meta.dirname, '..', '..', '..')
const launcher = ['core/launcher/launch.mjs', 'ops.ts']

const Answer = Compile(
  Type.Object({
    replayed: Type.Array(Type.Object({ name: Type.String(), ms: Type.Number(), pauseMs: Type.Number() })),
  }),
)

/** The duration of a replay, its longest pause at a swap, its slowest read model, and the peak memory of its process. */
export type Replayed = {
  seconds: number
  longestPause: { name: string; pauseMs: number }
  slowest: { name: string; seconds: number }
  megabytes: number
}

/** Runs `npm run ops -- replay …` in a separate process, as an operator does. */
export async function replay(env: Record<string, string>, ...names: readonly string[]): Promise<Replayed> {
  const begun = performance.now()
  const child = spawn(process.execPath, [...launcher, 'replay', ...names, '--json'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (errors = (errors + String(chunk)).slice(-2_000)))
  let most = 0
  const watch = setInterval(() => void memoryOf(child).then((now) => (most = Math.max(most, now))), 500)
  const [code]: unknown[] = await once(child, 'close')
  clearInterval(watch)
  if (code !== 0) throw new Error(`The replay exited with code ${String(code)}: ${errors}${output}`)
  const { replayed } = Answer.Parse(JSON.parse(output))
  const [longestPause = { name: 'none', pauseMs: 0 }] = replayed.toSorted((a, b) => b.pauseMs - a.pauseMs)
  const [last = { name: 'none', ms: 0 }] = replayed.toSorted((a, b) => b.ms - a.ms)
  const slowest = { name: last.name, seconds: last.ms / 1_000 }
  return { seconds: (performance.now() - begun) / 1_000, longestPause, slowest, megabytes: most / 1_024 }
}

const run = promisify(execFile)

/** The resident memory in KB of the launcher or of the process that it starts, whichever is larger. */
async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=']).catch(() => ({ stdout: '' }))
  const all = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return Math.max(0, ...all.filter(([own, parent]) => own === pid || parent === pid).map(([, , rss = 0]) => rss))
}
