/** Thrown by a job that is to be tried again. The message is kept by the queue: it must not hold personal data. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater'
  readonly delayMs: number

  constructor(delayMs: number, message: string) {
    super(message)
    this.delayMs = delayMs
  }
}
