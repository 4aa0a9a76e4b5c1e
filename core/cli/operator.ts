import { hostname, userInfo } from 'node:os'
import type { Actor } from '../domain/actor.ts'

/** Whoever sits at the command line, for the record. */
export function operatorAtKeyboard(): Actor {
  const name = `${userName()}@${hostname()}`
  return { id: `operator:${name}`, name, role: 'SYSTEM' }
}

/** Not every process runs as somebody whom the machine has in its list. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid${process.getuid?.() ?? ''}`
  }
}
