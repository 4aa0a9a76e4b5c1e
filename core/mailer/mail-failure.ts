/**
 * Why a mail did not go out, in words without personal data. `temporary` is worth another try: nobody answered, or the
 * server said 4xx; `permanent` is not: the server refuses this message or this recipient for good.
 */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  readonly kind: 'temporary' | 'permanent'

  constructor(kind: MailFailure['kind'], message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.kind = kind
  }
}
