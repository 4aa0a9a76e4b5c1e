import { guestActor, type Actor } from '../../domain/actor.ts'

/** The caller: an account's actor with its login name, which is empty for a guest. */
export type Caller = Actor & {
  loginUserName: string
  /** A guest that sent a token which is not, or no longer, valid. */
  hasSessionEnded?: boolean
}

export const guest: Caller = { ...guestActor, loginUserName: '' }
