import { CannotLaunch } from './cannot-launch.mjs'

/** With it the shop, and a replay of any size, measurably stay below 400 MB of memory (`npm run bench:memory`). */
const defaultHeapMb = 256
const [leastHeapMb, mostHeapMb] = [128, 65_536]

/**
 * The Node.js flags that limit the heap of the shop and of the operator commands to `SHOP_HEAP_MB`: without a limit, V8
 * lets garbage accumulate. Other programs get no flags.
 * @throws CannotLaunch unless the variable is a whole number from 128 to 65536
 */
export function heapFlags(entry, env) {
  if (!['main.ts', 'ops.ts'].includes(entry)) return []
  return [`--max-old-space-size=${readHeapMb(env.SHOP_HEAP_MB?.trim())}`, '--max-semi-space-size=16']
}

function readHeapMb(text) {
  if (text === undefined || text === '') return defaultHeapMb
  const heapMb = /^\d{1,5}$/.test(text) ? Number(text) : NaN
  if (heapMb >= leastHeapMb && heapMb <= mostHeapMb) return heapMb
  throw new CannotLaunch(
    `SHOP_HEAP_MB is "${text}". Set it to a whole number of megabytes from ${leastHeapMb} to ${mostHeapMb}, or leave it out for ${defaultHeapMb}.`,
  )
}
