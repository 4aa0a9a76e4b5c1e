import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CannotLaunch } from './cannot-launch.mjs'
import { isAlive, ownMark } from './process-mark.mjs'

const pauseMs = 200

/** Runs `work` while no other start prepares this folder: concurrent npm runs would corrupt node_modules. */
export async function withLock(root, work) {
  const lock = join(root, '.launching')
  let isReported = false
  while (!take(lock)) {
    if (!isReported) process.stderr.write('Another start is preparing the shop: waiting for it …\n')
    isReported = true
    await pause(pauseMs)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

/** The lock is a folder that names its owner, moved into place atomically: a rename onto a non-empty folder fails. */
function take(lock) {
  const mine = `${lock}-${process.pid}`
  try {
    mkdirSync(mine, { recursive: true })
    writeFileSync(join(mine, 'owner'), ownMark())
    renameSync(mine, lock)
    return true
  } catch (error) {
    rmSync(mine, { recursive: true, force: true })
    const owner = ownerOf(lock)
    if (owner === undefined && !['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw cannotLock(lock, error)
    if (owner !== undefined && !isAlive(owner)) setAside(lock, owner)
    return false
  }
}

function cannotLock(lock, error) {
  return new CannotLaunch(`cannot create ${lock} (${error.code}). Give this user write access to the shop's folder.`)
}

/** Of several processes that find a dead owner, one succeeds; a lock that a new owner has taken since is restored. */
function setAside(lock, deadOwner) {
  const aside = `${lock}-${process.pid}-left`
  try {
    rmSync(aside, { recursive: true, force: true })
    renameSync(lock, aside)
    if (ownerOf(aside) === deadOwner) rmSync(aside, { recursive: true })
    else renameSync(aside, lock)
  } catch (error) {
    if (error.code !== 'ENOENT') throw cannotLock(lock, error)
  }
}

function ownerOf(lock) {
  try {
    return readFileSync(join(lock, 'owner'), 'utf8')
  } catch {
    return undefined
  }
}
