import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { createSubmissions } from '../../lib/forms/idempotent-submit.ts'
import { newId } from '../../lib/new-id.ts'
import { sessionAtom } from './session-atoms.ts'
import { tabStorage } from '../../lib/storage/storage.ts'

type Send<Payload> = (payload: Payload, key: string) => Promise<unknown>

/** Sends the input of the named form for the logged-in user, each input once even if a response is lost. */
export function useSubmissions<Input, Payload>(name: string, make: (input: Input, at: number) => Payload) {
  const session = useAtomValue(sessionAtom)
  const [owner] = useState(session?.loginUserName ?? '')
  const [submissions] = useState(() =>
    createSubmissions({ storage: tabStorage, name, make, newKey: newId, now: () => Date.now() }),
  )
  return {
    submit: async (input: Input, send: Send<Payload>): Promise<void> => {
      const { key, payload } = submissions.of(owner, input)
      await send(payload, key)
      submissions.complete(owner, key)
    },
    /** Discards the pending input. */
    discard: () => submissions.discard(owner),
  }
}
