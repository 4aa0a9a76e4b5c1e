/** The result of a part of a page that loads separately; its failure is shown in that part, not thrown. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; message: string }

export function outcomeOf<T>(promise: Promise<T>, messageFor: (error: unknown) => string): Promise<Outcome<T>> {
  return promise.then(
    (value) => ({ ok: true, value }),
    (error: unknown) => ({ ok: false, message: messageFor(error) }),
  )
}
