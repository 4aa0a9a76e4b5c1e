import type { Budget, Charge } from '#core/http/security/budgets/budget.ts'
import type { Budgets } from '#core/http/security/budgets/budgets.ts'

export type LinkBudgets = Pick<Budgets, 'take'>

const noun = 'verification emails'

/** Of an address, whichever account has it: a stranger's address gets one mail, however many accounts name it. */
const afterSignup: Budget = { name: 'verification-signup-address', points: 1, durationSeconds: 86_400, noun }

const ofAccount: Budget = { name: 'verification-account', points: 4, durationSeconds: 3_600, noun }

const ofAddress: readonly Budget[] = [
  { name: 'verification-address-hour', points: 2, durationSeconds: 3_600, noun },
  { name: 'verification-address-day', points: 4, durationSeconds: 86_400, noun },
]

/** The charge of the mail that a signup requests. */
export function chargeOfSignup(email: string): Charge {
  return { budget: afterSignup, key: email.toLowerCase() }
}

/** The charge of a mail with a link that the person asks for, for the account. */
export function chargeOfAccount(accountId: string): Charge {
  return { budget: ofAccount, key: accountId }
}

/** The charges of a mail with a link that the person asks for, for the address. */
export function chargesOfAddress(email: string): Charge[] {
  return ofAddress.map((budget) => ({ budget, key: email.toLowerCase() }))
}

/** Refunds the charges if nothing came of the work. @throws Rejection `too-many-requests` */
export async function spending<Result>(
  budgets: LinkBudgets,
  charges: readonly Charge[],
  work: () => Promise<Result>,
): Promise<Result> {
  const { refund } = await budgets.take(charges)
  try {
    return await work()
  } catch (error) {
    refund()
    throw error
  }
}
