/** The deadline passed. The work itself may still be running. */
class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
}

/** Gives up waiting for `work` after `ms`: a library's promise may never settle. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineExceeded(`no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
