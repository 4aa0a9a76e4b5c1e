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
  if (access === 'everyone') return typeof session === 'string' ? guest : session
  if (session === 'none') throw new Rejection('unauthenticated', 'Please log in first')
  if (session === 'invalid') throw new Rejection('unauthenticated', 'Your session has ended: please log in again')
  if (!access.includes(session.role)) throw new Rejection('forbidden', 'Your account may not do this')
  return session
}
