import { readDraft, writeDraft } from './drafts.ts'
import type { Storage } from '../storage/storage.ts'

/** A payload and its idempotency key, under which it takes effect once, however often it is sent. */
export type Submission<T> = { key: string; payload: T }

type Sent = { owner: string; key: string; at: number; payload: string }

type Deps<Input, Payload> = {
  storage: Storage
  /** The name of the form. */
  name: string
  /** Makes the payload; `at` is the time of the first submit in milliseconds. */
  make: (input: Input, at: number) => Payload
  newKey: () => string
  now: () => number
}

/**
 * Stores the last submission among the drafts until it is completed. Submitting the same input again, for example after
 * a lost response or a reload, gives the same submission with the same payload; a changed input gives a new one.
 */
export function createSubmissions<Input, Payload>({ storage, name, make, newKey, now }: Deps<Input, Payload>) {
  const form = `sent ${name}`
  /** Used only if the browser stores nothing. */
  let unstored: Sent | undefined

  function find(owner: string): Sent | undefined {
    const { key = '', at = '', payload = '' } = readDraft(storage, owner, form)
    if (key !== '') return { owner, key, at: Number(at), payload }
    return unstored?.owner === owner ? unstored : undefined
  }
  function again(owner: string, input: Input): Submission<Payload> | undefined {
    const sent = find(owner)
    if (!sent) return undefined
    const payload = make(input, sent.at)
    return JSON.stringify(payload) === sent.payload ? { key: sent.key, payload } : undefined
  }
  function start(owner: string, input: Input): Submission<Payload> {
    const at = now()
    const key = newKey()
    const payload = make(input, at)
    const text = JSON.stringify(payload)
    writeDraft(storage, owner, { form, draft: { key, at: String(at), payload: text } })
    unstored = undefined
    if (find(owner)?.key !== key) unstored = { owner, key, at, payload: text }
    return { key, payload }
  }
  function discard(owner: string): void {
    unstored = undefined
    writeDraft(storage, owner, { form, draft: null })
  }
  return {
    /** The submission to send for this user's input. */
    of: (owner: string, input: Input): Submission<Payload> => again(owner, input) ?? start(owner, input),

    /** Call when the server has accepted the submission: the same input again is then a new one. */
    complete: (owner: string, key: string): void => {
      if (find(owner)?.key === key) discard(owner)
    },
    /** Discards the submission: the same input again is then a new one. */
    discard,
  }
}
