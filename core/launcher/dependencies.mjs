import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installLocked } from './npm.mjs'

/**
 * Whether node_modules matches the lockfile: this launcher installed it and left its mark, or npm's own list of the
 * installed packages agrees.
 */
export function areDependenciesInstalled(root) {
  const mark = readText(markFile(root))
  if (mark !== undefined) return mark === wantedMark(root)
  const there = readText(join(root, 'node_modules', '.package-lock.json'))
  return there !== undefined && isSameTree(JSON.parse(lockfile(root)).packages, JSON.parse(there).packages)
}

export async function installDependencies(root) {
  await installLocked(root, 'the packages')
  writeFileSync(markFile(root), wantedMark(root))
}

function markFile(root) {
  return join(root, 'node_modules', '.installed-for')
}

function wantedMark(root) {
  const { platform, arch } = process
  return createHash('sha256').update(lockfile(root)).update(`${platform}-${arch}`).digest('hex')
}

function lockfile(root) {
  return readFileSync(join(root, 'package-lock.json'), 'utf8')
}

function isSameTree(wanted, there) {
  const agrees = ([path, { version, integrity }]) =>
    wanted[path]?.version === version && wanted[path]?.integrity === integrity
  const isThere = ([path]) => there[path] !== undefined
  return Object.entries(there).every(agrees) && Object.entries(wanted).filter(isNeeded).every(isThere)
}

/** Optional packages are needed only where they carry a program for this platform: npm skips those that do not fit. */
function isNeeded([path, { optional, peer, os, cpu, libc }]) {
  if (path === '' || peer === true) return false
  if (optional !== true) return true
  return libc === undefined && os?.includes(process.platform) === true && cpu?.includes(process.arch) === true
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
