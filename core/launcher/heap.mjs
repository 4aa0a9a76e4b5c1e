import { CannotLaunch } from './cannot-launch.mjs'

/** The shop, and a replay of any size, were measured to stay below 400 MB of memory with it (`npm run bench:memory`). */
const defaultHeapMb = 256
const [leastHeapMb, mostHeapMb] = [128, 65_536]

/**
 * The flags of Node.js that limit the heap of the shop and of the operator's commands to `SHOP_HEAP_MB`: without a limit, V8
 * lets garbage pile up. Other programs get none.
 * @throws CannotLaunch where the variable is no whole number from 128 to 65536
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
