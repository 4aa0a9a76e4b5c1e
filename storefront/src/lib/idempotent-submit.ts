import { readDraft, writeDraft } from './drafts.ts'
import type { Storage } from './storage.ts'

/** One submit: the payload and the key under which it counts once, however often it is tried. */
export type Submission<T> = { key: string; payload: T }

type Sent = { owner: string | undefined; key: string; at: number; payload: string }

type Needs<Input, Payload> = {
  storage: Storage
  /** Which form submits here. */
  name: string
  /** What is sent at that time, in ms. */
  make: (input: Input, at: number) => Payload
  newKey: () => string
  now: () => number
}

/**
 * Remembers the last submit until the shop has taken it, beside what was typed. The same input submitted again, after a
 * lost answer or a reload, say, is the same submission with the same payload; a changed input is a new one.
 */
export function createSubmissions<Input, Payload>({ storage, name, make, newKey, now }: Needs<Input, Payload>) {
  const form = `sent ${name}`
  /** Also where the browser stores nothing. */
  let last: Sent | undefined

  function find(owner: string | undefined): Sent | undefined {
    if (last?.owner === owner) return last
    const { key = '', at = '', payload = '' } = owner === undefined ? {} : readDraft(storage, owner, form)
    return key === '' ? undefined : { owner, key, at: Number(at), payload }
  }
  function again(owner: string | undefined, input: Input): Submission<Payload> | undefined {
    const sent = find(owner)
    if (!sent) return undefined
    const payload = make(input, sent.at)
    if (JSON.stringify(payload) !== sent.payload) return undefined
    last = sent
    return { key: sent.key, payload }
  }
  function start(owner: string | undefined, input: Input): Submission<Payload> {
    const at = now()
    const payload = make(input, at)
    last = { owner, key: newKey(), at, payload: JSON.stringify(payload) }
    const draft = { key: last.key, at: String(at), payload: last.payload }
    if (owner !== undefined) writeDraft(storage, owner, { form, draft })
    return { key: last.key, payload }
  }
  return {
    /** What this person sends now. */
    of: (owner: string | undefined, input: Input): Submission<Payload> => again(owner, input) ?? start(owner, input),

    /** The shop has taken the last one, though its sender be logged out by now: the same input again means another. */
    settle(): void {
      if (last?.owner !== undefined) writeDraft(storage, last.owner, { form, draft: null })
      last = undefined
    },
  }
}
