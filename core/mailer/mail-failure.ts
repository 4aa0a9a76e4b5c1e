/**
 * Why a mail was not sent, without personal data. `temporary` is worth a retry: the server did not answer, or answered
 * 4xx; `permanent` is not: the server refuses this message or this recipient for good.
 */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  readonly kind: 'temporary' | 'permanent'
  /** Whether the mail server accepted the connection or the mail but did not answer in time. */
  readonly isStall: boolean

  constructor(kind: MailFailure['kind'], message: string, options: { cause?: unknown; isStall?: boolean } = {}) {
    super(message, options)
    this.kind = kind
    this.isStall = options.isStall ?? false
  }
}
