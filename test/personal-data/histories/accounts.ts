import type { History } from '../person.ts'

/** A person changes their own account, and saves an address. */
export const history: History = {
  'an account is changed': async ({ text, mobile, asPerson }) => {
    await asPerson('PATCH /api/users/me', { name: text('renamed'), mobileNumber: mobile() })
    await asPerson('PATCH /api/users/me', { email: `${text('changed')}@clinic.in` })
  },
  'an address is saved': async ({ text, mobile, zipCode, asPerson }) => {
    const place = { address: text('street'), city: text('city'), state: text('state'), zipCode }
    await asPerson('POST /api/users/me/addresses', { name: text('consignee'), mobile: mobile(), ...place })
  },
}
