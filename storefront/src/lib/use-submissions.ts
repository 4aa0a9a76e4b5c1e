import { useStore } from 'jotai'
import { useState } from 'react'
import { createSubmissions } from './idempotent-submit.ts'
import { newId } from './new-id.ts'
import { currentSession } from './session/guards.ts'
import { tabStorage } from './storage.ts'

/** What the form with this name sends for whoever is logged in: each input once, though an answer be lost. */
export function useSubmissions<Input, Payload>(name: string, make: (input: Input, at: number) => Payload) {
  const store = useStore()
  const [submissions] = useState(() =>
    createSubmissions({ storage: tabStorage, name, make, newKey: newId, now: () => Date.now() }),
  )
  return {
    of: (input: Input) => submissions.of(currentSession(store)?.loginUserName, input),
    settle: () => submissions.settle(),
  }
}
