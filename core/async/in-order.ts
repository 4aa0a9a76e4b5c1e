/** A queue that starts each piece of work once the one before it has ended, even if that failed. */
export function inOrder(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let previous: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = previous.then(work)
    previous = result.catch(() => undefined)
    return result
  }
}
