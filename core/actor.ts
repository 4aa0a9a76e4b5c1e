/** Who may do what (spec §6). GUEST is nobody logged in; SYSTEM is the shop itself (import, erasure, reactors). */
export type Role = 'GUEST' | 'USER' | 'STAFF' | 'ADMIN' | 'SYSTEM'

/** Whoever caused something: recorded with every event, never taken from a request's body. */
export type Actor = { id: string; name: string; role: Role }

export const systemActor: Actor = { id: 'system', name: 'The shop', role: 'SYSTEM' }

export const guestActor: Actor = { id: 'guest', name: 'Guest', role: 'GUEST' }
