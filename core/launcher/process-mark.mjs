import { readFileSync } from 'node:fs'

/** Identifies this process to others: by its id, and by its start time where the system provides it. */
export function ownMark() {
  return `${process.pid} ${startOf(process.pid) ?? ''}`
}

/**
 * Whether the process that left a mark still runs and is not this one. False for a mark that a power cut garbled, for
 * one with this process's id, and for one whose id now belongs to another process, as in a restarted container.
 */
export function isAlive(mark) {
  const [number, start] = mark.split(' ')
  const pid = Number(number)
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid || !isRunning(pid)) return false
  const startNow = startOf(pid)
  return !start || startNow === undefined || startNow === start
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Linux counts the ticks since boot, so they are unique only together with the boot id. */
function startOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name, which may contain spaces and brackets; the start time is the 22nd.
    const ticks = status.slice(status.lastIndexOf(')') + 2).split(' ')[19]
    return `${ticks}@${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`
  } catch {
    return undefined
  }
}
