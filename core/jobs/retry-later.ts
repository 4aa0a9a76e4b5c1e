/** Thrown by a job that must be retried. The queue stores the message: it must not hold personal data. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater'
  readonly delayMs: number

  constructor(delayMs: number, message: string) {
    super(message)
    this.delayMs = delayMs
  }
}
