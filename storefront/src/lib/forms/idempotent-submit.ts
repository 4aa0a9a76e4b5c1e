import { readDraft, writeDraft } from './drafts.ts'
import type { Storage } from '../storage/storage.ts'

/** One submit: the payload and the key under which it counts once, however often it is tried. */
export type Submission<T> = { key: string; payload: T }

type Sent = { owner: string; key: string; at: number; payload: string }

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
 * Remembers the last submit until the shop has taken it, alongside what was typed. The same input submitted again, after a
 * lost answer or a reload, say, is the same submission with the same payload; a changed input is a new one.
 */
export function createSubmissions<Input, Payload>({ storage, name, make, newKey, now }: Needs<Input, Payload>) {
  const form = `sent ${name}`
  /** Only where the browser stores nothing. */
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
  function forget(owner: string): void {
    unstored = undefined
    writeDraft(storage, owner, { form, draft: null })
  }
  return {
    /** What this person sends now. */
    of: (owner: string, input: Input): Submission<Payload> => again(owner, input) ?? start(owner, input),

    /** The shop has taken this one: the same input again is meant as another. */
    settle: (owner: string, key: string): void => {
      if (find(owner)?.key === key) forget(owner)
    },
    /** What was typed is given up, and typed again it is meant as another. */
    forget,
  }
}
