/** Shorter than the timeout of a test, whose error would not say which call of the browser hangs. */
const answersWithinMs = 60_000

/**
 * Awaits a call of the browser that has no timeout of its own.
 * @throws an error that names the call, if the browser has not answered it in time
 */
export async function withDeadline<Answer>(
  call: string,
  answering: Promise<Answer>,
  ms = answersWithinMs,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the browser has not answered ${call} within ${ms / 1000} s`)), ms)
  })
  try {
    return await Promise.race([answering, late])
  } finally {
    clearTimeout(timer)
  }
}
