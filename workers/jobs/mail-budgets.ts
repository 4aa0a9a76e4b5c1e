import { Rejection } from '#core/domain/errors.ts'
import type { Mail } from '#core/mailer/message.ts'
import type { Budget, Charge } from '#core/http/security/budgets/budget.ts'
import type { Budgets } from '#core/http/security/budgets/budgets.ts'

/** Several times what a busy clinic gets. Mails beyond this limit are sent later. */
const anHour = { points: 40, durationSeconds: 3_600, noun: 'emails' }
const aDay = { points: 150, durationSeconds: 86_400, noun: 'emails' }

const budgetsOfMails: Record<'ofAccount' | 'ofAddress', readonly Budget[]> = {
  ofAccount: [
    { name: 'mails-account-hour', ...anHour },
    { name: 'mails-account-day', ...aDay },
  ],
  ofAddress: [
    { name: 'mails-address-hour', ...anHour },
    { name: 'mails-address-day', ...aDay },
  ],
}

/** Accounts may share an address, which may be a stranger's: both have budgets. */
function chargesOf({ subjectId, to }: Mail): Charge[] {
  const { ofAccount, ofAddress } = budgetsOfMails
  return [
    ...ofAccount.map((budget) => ({ budget, key: subjectId })),
    ...ofAddress.map((budget) => ({ budget, key: to.address.toLowerCase() })),
  ]
}

/** Charges a mail before it is sent, or returns after how many ms it may be sent. `refund` if it was not sent. */
export async function chargeMail(
  budgets: Pick<Budgets, 'take'>,
  mail: Mail,
): Promise<{ refund: () => void } | { waitMs: number }> {
  try {
    return await budgets.take(chargesOf(mail))
  } catch (error) {
    if (!(error instanceof Rejection && error.code === 'too-many-requests')) throw error
    return { waitMs: (error.retryAfterSeconds ?? 60) * 1_000 }
  }
}
