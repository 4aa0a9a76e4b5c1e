import { Rejection } from '../../domain/errors.ts'
import type { Access } from '../routing/route.ts'
import { guest, type Caller } from './caller.ts'
import type { Session } from './session.ts'

/**
 * Lets in whom the route lets in. Where everyone may come, a token that is no good makes a guest: a shopper whose session
 * has ended can go on browsing. An empty list lets nobody in.
 * @throws Rejection `unauthenticated` without a good token, `forbidden` with one of another role
 */
export function admit(access: Access, session: Session): Caller {
  if (access === 'everyone') return typeof session === 'string' ? guest : session
  if (session === 'none') throw new Rejection('unauthenticated', 'Please log in first')
  if (session === 'invalid') throw new Rejection('unauthenticated', 'Your session has ended: please log in again')
  if (!access.includes(session.role)) throw new Rejection('forbidden', 'Your account may not do this')
  return session
}
