/** One submit: the payload and the key under which it counts once, however often it is tried. */
export type Submission<T> = { key: string; payload: T }

/**
 * Remembers the last submit. As long as the same input is submitted again (after a lost answer, say), it is the same
 * submission with the same payload; a changed input is a new one.
 */
export function createSubmissions<Input, Payload>(
  make: (input: Input) => Payload,
  newKey: () => string,
): (input: Input) => Submission<Payload> {
  let last: { input: string; submission: Submission<Payload> } | undefined
  return (input) => {
    const text = JSON.stringify(input)
    if (last?.input !== text) last = { input: text, submission: { key: newKey(), payload: make(input) } }
    return last.submission
  }
}
