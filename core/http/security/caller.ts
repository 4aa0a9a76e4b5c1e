import { guestActor, type Actor } from '../../domain/actor.ts'

/** Who asks: an account's actor with the name it logs in by; a guest's is empty. */
export type Caller = Actor & { loginUserName: string }

export const guest: Caller = { ...guestActor, loginUserName: '' }
