import type { AddressRow } from './addresses/tables.ts'
import type { Profile } from './profile/commands.ts'
import type { RoleChange } from './change-record/change-record.ts'
import type { EmailChangeRow } from './profile/tables.ts'
import type { Address, User } from './schema.ts'
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

/** The account for an admin, who can change its roles. */
export function presentManaged(account: AccountRow): User {
  return { ...presentUser(account), revision: account.roles_revision }
}

/** The account for its owner. */
export function presentProfile({ account, pendingEmail }: Profile): User {
  return { ...presentUser(account), ...(pendingEmail !== undefined && { pendingEmail }) }
}

/** Like the shipping of an order, which repeats the mobile number in `email`. */
export function presentAddress(row: Omit<AddressRow, 'account_id' | 'created_at'>): Address {
  return {
    id: row.id,
    name: row.name,
    mobile: row.mobile,
    email: row.mobile,
    address: row.address,
    city: row.city,
    state: row.state,
    zipCode: row.zip_code,
    isDefault: row.is_default,
  }
}

type HeldWithAccount = {
  changes: readonly EmailChangeRow[]
  addresses: readonly AddressRow[]
  roleChanges: readonly RoleChange[]
}

/** The account with all that is stored about it, for its owner. */
export function presentOwnAccount(account: AccountRow, { changes, addresses, roleChanges }: HeldWithAccount) {
  return {
    ...presentUser(account),
    emailVerifiedAt: account.email_verified_at,
    emailChanges: changes.map((change) => ({
      from: change.old_email,
      to: change.new_email,
      requestedAt: change.requested_at,
      confirmedAt: change.confirmed_at,
    })),
    consent: { privacyNotice: account.consent_notice, givenAt: account.consented_at },
    addresses: addresses.map(presentAddress),
    roleChanges,
    password: 'Stored only as an irreversible hash',
  }
}
