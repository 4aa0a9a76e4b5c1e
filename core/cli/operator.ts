import { hostname, userInfo } from 'node:os'
import type { Actor } from '../domain/actor.ts'

/** The operator at the command line, as recorded with events. */
export function operatorAtKeyboard(): Actor {
  const name = `${userName()}@${hostname()}`
  return { id: `operator:${name}`, name, role: 'SYSTEM' }
}

/** A process may run under a uid that has no user entry, as in a container. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid${process.getuid?.() ?? ''}`
  }
}
