import { Type, type Static } from 'typebox'

/** Permissions depend on the role (spec §6). GUEST: not logged in; SYSTEM: the shop (import, erasure, reactors). */
const Role = Type.Union([
  Type.Literal('GUEST'),
  Type.Literal('USER'),
  Type.Literal('STAFF'),
  Type.Literal('ADMIN'),
  Type.Literal('SYSTEM'),
])
export type Role = Static<typeof Role>

/** The cause of a change: recorded with every event, never taken from a request's body. */
export const Actor = Type.Object({ id: Type.String(), name: Type.String(), role: Role })
export type Actor = Static<typeof Actor>

export const systemActor: Actor = { id: 'system', name: 'The shop', role: 'SYSTEM' }

export const guestActor: Actor = { id: 'guest', name: 'Guest', role: 'GUEST' }
