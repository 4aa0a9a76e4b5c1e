import type { History } from '../person.ts'

/** A person changes their own account. */
export const history: History = {
  'an account is changed': async ({ text, mobile, asPerson }) => {
    await asPerson('PATCH /api/users/me', { name: text('renamed'), mobileNumber: mobile() })
    await asPerson('PATCH /api/users/me', { email: `${text('changed')}@clinic.in` })
  },
}
