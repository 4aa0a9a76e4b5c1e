import type { Answer, Model } from '../linearizable.ts'

/** What is stored under one idempotency key of one account and route; `text` is unknown until a call has been answered. */
export type KeyState = { body?: string; text?: string }

export type KeyModelOp =
  /** A call that was answered, or that certainly took effect; `text` as far as it is known. */
  | { do: 'succeed'; body: string; text?: string | undefined }
  /** A call that was refused, which stores nothing. */
  | { do: 'refuse'; status: number; body: string }

/** The answer that no call may get. */
const never: Answer = { status: 0 }

/** An idempotency key: its first success is the answer to every later call with the same body, and excludes others. */
export const keyModel: Model<KeyState, KeyModelOp> = {
  initial: {},
  apply(key, op) {
    if (op.do === 'refuse') return { state: key, answer: key.body === undefined ? { status: op.status } : never }
    if (key.body !== undefined && !isRepeated(key, op)) return { state: key, answer: never }
    const text = key.text ?? op.text
    return { state: { body: op.body, ...(text === undefined ? {} : { text }) }, answer: { status: 201 } }
  },
}

function isRepeated(key: KeyState, op: { body: string; text?: string | undefined }): boolean {
  return key.body === op.body && (key.text === undefined || op.text === undefined || key.text === op.text)
}
