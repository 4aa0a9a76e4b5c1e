import type { User } from './schema.ts'
import type { AccountRow } from './tables.ts'

export function presentUser(account: AccountRow): User {
  return {
    id: account.id,
    username: account.username,
    name: account.name,
    email: account.email,
    emailVerified: account.email_verified_at !== null,
    mobileNumber: account.mobile_number,
    roles: account.roles,
    createDate: account.created_at,
  }
}

/** The account with all that its row holds, for its owner. */
export function presentOwnAccount(account: AccountRow) {
  return {
    ...presentUser(account),
    emailVerifiedAt: account.email_verified_at,
    consent: { privacyNotice: account.consent_notice, givenAt: account.consented_at },
    password: 'Stored only as a hash that cannot be turned back',
  }
}
