import type { AccountRole, LoginResponse } from '#modules/identity/schema.ts'
import type { TestShop } from '../../support/shop/shop.ts'
import { tokensIn, verificationTokensOf } from '../../support/shop/outbox.ts'
import { bodyOf, type Caller, type Request } from './request.ts'

/** What `signUp` of a test shop enters. */
const password = 'a quiet morning in Pune'

/** The callers, and further accounts for calls that end sessions or accounts. */
export async function accountsOf(shop: TestShop) {
  const [owner, other] = [await shop.signUp('owner'), await shop.signUp('other')]
  const staff = await signUpAs(shop, 'STAFF')
  const tokens: Readonly<Record<Caller, string | undefined>> = {
    anonymous: undefined,
    USER: owner.accessToken,
    'other USER': other.accessToken,
    STAFF: staff.accessToken,
    ADMIN: shop.adminToken,
  }
  return {
    tokens,
    /** The USER, who has everything that the other things are made of. */
    owner,
    passwords: { currentPassword: password, newPassword: 'a long walk along the Mula' },
    loginForm: { username: owner.loginUserName, password },
    signupForm: () => ({
      username: `new.${crypto.randomUUID()}@clinic.in`,
      password,
      name: 'Meera Kulkarni',
      mobileNumber: '9820012345',
    }),

    address,
    /** Of the USER. */
    savedAddress: () => bodyOf(shop, 'POST /api/users/me/addresses', { token: owner.accessToken, body: address }),

    verification: async () => ({ token: (await verificationTokensOf(shop, owner.id))[0] }),

    resetLink: async () => ({ token: await resetToken(shop) }),

    passwordReset: async () => ({ token: await resetToken(shop), password: 'a long walk along the Mula' }),

    /** Of an account of the caller's kind that nothing else uses. */
    freshToken: async (caller: Caller) =>
      caller === 'anonymous' ? undefined : (await signUpAs(shop, roleOf[caller])).accessToken,

    /** An account that nothing else uses; it requests itself if the caller is USER. */
    freshAccount: (caller: Caller): Request => {
      const account = shop.signUp('fresh')
      const token = caller === 'USER' ? account.then(({ accessToken }) => accessToken) : tokens[caller]
      return { params: account, token }
    },
  }
}

const address = {
  name: 'Asha Rao',
  mobile: '9820012345',
  address: '12 MG Road',
  city: 'Pune',
  state: 'Maharashtra',
  zipCode: '411001',
}

const roleOf: Readonly<Record<Exclude<Caller, 'anonymous'>, AccountRole>> = {
  USER: 'USER',
  'other USER': 'USER',
  STAFF: 'STAFF',
  ADMIN: 'ADMIN',
}

async function signUpAs(shop: TestShop, role: AccountRole): Promise<LoginResponse> {
  const account = await shop.signUp(role.toLowerCase())
  if (role === 'USER') return account
  await bodyOf(shop, `PUT /api/users/${account.id}/roles`, { token: shop.adminToken, body: { roles: [role] } })
  return bodyOf(shop, 'POST /api/auth/authenticate', { body: { username: account.loginUserName, password } })
}

/** Of an account that nothing else uses. */
async function resetToken(shop: TestShop): Promise<string | undefined> {
  const { id, loginUserName: username } = await shop.signUp('forgetful')
  await bodyOf(shop, 'POST /api/auth/forgot-password', { body: { username } })
  const [token] = await tokensIn(shop, { accountId: id, subject: 'Choose a new password' })
  return token
}
