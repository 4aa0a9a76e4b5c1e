import { readFileSync } from 'node:fs'

/** Names this process to others: by its number, and by its start where the system tells it. */
export function ownMark() {
  return `${process.pid} ${startOf(process.pid) ?? ''}`
}

/**
 * Whether another process that left its mark still runs. Nobody is: a mark that a power cut garbled; one with this
 * process's own number; and one whose number belongs to another by now, as in a container that is started again.
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

/** Linux counts the ticks from its own start: they mean something together with that start's id alone. */
function startOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name, which may hold spaces and brackets; the start is the 22nd.
    const ticks = status.slice(status.lastIndexOf(')') + 2).split(' ')[19]
    return `${ticks}@${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`
  } catch {
    return undefined
  }
}
