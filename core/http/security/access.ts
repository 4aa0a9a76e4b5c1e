import { Rejection } from '../../domain/errors.ts'
import type { Access } from '../routing/route.ts'
import { guest, type Caller } from './caller.ts'
import type { Session } from './session.ts'

/**
 * Authorises a caller for a route. On a route for everyone, an invalid token makes the caller a guest, so that a
 * shopper whose session has ended can continue browsing. An empty list denies all.
 * @throws Rejection `unauthenticated` without a valid token, `forbidden` with a valid token of another role
 */
export function admit(access: Access, session: Session): Caller {
  if (access === 'everyone') {
    if (session === 'invalid') return { ...guest, hasSessionEnded: true }
    return session === 'none' ? guest : session
  }
  if (session === 'none') throw new Rejection('unauthenticated', 'Please log in first')
  if (session === 'invalid') throw sessionEnded()
  if (!access.includes(session.role)) throw new Rejection('forbidden', 'Your account may not do this')
  return session
}

/**
 * What a guest may not do, the account whose session has ended perhaps may: they should log in again.
 * @returns the refusal to answer with in place of `error`
 */
export function refusalFor({ hasSessionEnded = false }: Caller, error: unknown): unknown {
  return hasSessionEnded && error instanceof Rejection && error.code === 'forbidden' ? sessionEnded() : error
}

function sessionEnded(): Rejection {
  return new Rejection('unauthenticated', 'Your session has ended: please log in again')
}
