import { readdir, readFile } from 'node:fs/promises'

/** What processes have used so far: ms of processor, and calls of the `read` and `write` family (`/proc/PID/io`). */
export type Used = { processorMs: number; calls: number }

/** A clock tick of `/proc/PID/stat`, which is 10 ms on every platform that Linux supports. */
const tickMs = 10

/** Reads /proc, which only Linux has. */
export async function usedBy(pid: number): Promise<Used> {
  return { processorMs: ticksIn(await statOf(pid), [own, own + 1]) * tickMs, calls: await callsOf(pid) }
}

/** The sum of a server and the processes that it has started, those that have ended included. */
export async function usedByTree(pid: number): Promise<Used> {
  const total = { processorMs: ticksIn(await statOf(pid), [own, own + 1, own + 2, own + 3]) * tickMs, calls: 0 }
  for (const child of await childrenOf(pid)) {
    // One that has just ended counts as a child of its parent from the next reading on.
    const used = await usedBy(child).catch(() => ({ processorMs: 0, calls: 0 }))
    total.processorMs += used.processorMs
    total.calls += used.calls
  }
  return total
}

export function sumOf(all: readonly Used[]): Used {
  const sum = (value: (used: Used) => number) => all.reduce((total, used) => total + value(used), 0)
  return { processorMs: sum(({ processorMs }) => processorMs), calls: sum(({ calls }) => calls) }
}

/** The index of `utime` behind the program's name; `stime`, `cutime` and `cstime` follow. */
const own = 11

async function statOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function ticksIn(stat: readonly string[], fields: readonly number[]): number {
  return fields.reduce((sum, field) => sum + Number(stat[field]), 0)
}

async function callsOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/io`, 'utf8')
  return Number(/syscr: (\d+)/.exec(text)?.[1]) + Number(/syscw: (\d+)/.exec(text)?.[1])
}

async function childrenOf(pid: number): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(
    all.map(async (one) =>
      statOf(one).then(
        (stat) => Number(stat[1]),
        () => 0,
      ),
    ),
  )
  return all.filter((_, index) => parents[index] === pid)
}
