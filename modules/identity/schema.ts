import { Type, type Static } from 'typebox'
import { Day } from '#core/http/schemas/day.ts'
import { requiredText } from '#core/http/schemas/required-text.ts'
import { SortBy, type Sort } from '#core/http/schemas/sort.ts'
import { visibleText } from '#core/text/blank.ts'
import { longestPassword, shortestPassword } from './domain/password-rules.ts'

const fillOut = 'Please fill out all fields!'

/** The text of spec §8, for both an unknown name and a wrong password. */
export const wrongLogin = 'The username or password provided are incorrect!'

/** For the API description: `passwordFault` checks them. */
const newPasswordRules = {
  minLength: shortestPassword,
  maxLength: longestPassword,
  description: `${shortestPassword} to ${longestPassword} characters that are hard to guess`,
}

/** Signup (spec §3, §5). The email address defaults to the username. A role in the body is ignored. */
export const SignupInput = Type.Object({
  /** A login name: ASCII, so that no two names look alike; case-insensitive. It may be an email address. */
  username: Type.String({
    pattern: visibleText,
    maxLength: 120,
    message: fillOut,
    described: {
      minLength: 3,
      description: 'Letters, digits and . _ + @ -, beginning and ending with a letter or digit',
    },
    examples: ['asha.rao@cityclinic.in'],
  }),
  password: Type.String({
    minLength: 1,
    message: fillOut,
    described: newPasswordRules,
    examples: ['a quiet morning in Pune'],
  }),
  name: requiredText(fillOut, 200, ['Asha Rao']),
  email: Type.Optional(Type.String({ maxLength: 320, message: fillOut, examples: ['asha.rao@cityclinic.in'] })),
  mobileNumber: requiredText(fillOut, 32, ['9820012345']),
})
export type SignupInput = Static<typeof SignupInput>

/** Changes of one's own account; what is absent stays. */
export const ProfileInput = Type.Object({
  name: Type.Optional(requiredText('Name cannot be empty', 200, ['Asha Rao'])),
  mobileNumber: Type.Optional(requiredText('Mobile number cannot be empty', 32, ['9820012345'])),
  email: Type.Optional(requiredText('Enter an email address such as asha@clinic.in', 320, ['asha.rao@cityclinic.in'])),
})
export type ProfileInput = Static<typeof ProfileInput>

export const LoginInput = Type.Object({
  username: requiredText(wrongLogin, 320, ['asha.rao@cityclinic.in']),
  password: Type.String({ minLength: 1, maxLength: 1024, message: wrongLogin, examples: ['a quiet morning in Pune'] }),
})
export type LoginInput = Static<typeof LoginInput>

export const ForgotPasswordInput = Type.Object({
  username: requiredText('Enter your username or email address', 320, ['asha.rao@cityclinic.in']),
})
export type ForgotPasswordInput = Static<typeof ForgotPasswordInput>

/** The same for known and unknown accounts. */
export const ResetRequested = Type.Object({ message: Type.String() })

const ResetToken = Type.String({ minLength: 1, maxLength: 200, message: 'Send the token of the link in the email' })

export const CheckResetInput = Type.Object({ token: ResetToken })

export const ResetPasswordInput = Type.Object({
  token: ResetToken,
  password: Type.String({
    minLength: 1,
    maxLength: 1024,
    message: 'Enter a new password',
    described: newPasswordRules,
    examples: ['a long walk along the Mula'],
  }),
})
export type ResetPasswordInput = Static<typeof ResetPasswordInput>

/** STAFF is a registered user like USER; only ADMIN manages the shop. */
export const AccountRole = Type.Union([Type.Literal('USER'), Type.Literal('STAFF'), Type.Literal('ADMIN')])
export type AccountRole = Static<typeof AccountRole>

/** The filters of the list of users; `from` and `to` are days of signing up. */
export const UserFilters = Type.Object({
  text: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Words to search for in username, name, email address, mobile and id',
    }),
  ),
  role: Type.Optional(AccountRole),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
})

const sortColumns = ['since', 'name', 'username'] as const
export type UserSortColumn = (typeof sortColumns)[number]
export type UserSort = Sort<UserSortColumn>

/** The order of the list of users; `since` is the time of the sign-up. */
export const UserSorting = Type.Object({ sort: Type.Optional(SortBy(sortColumns, 'since-asc')) })

/** The response to signup and login. Only the first role counts (spec §3). */
export const LoginResponse = Type.Object({
  id: Type.String(),
  name: Type.String(),
  accessToken: Type.String(),
  roles: Type.Array(AccountRole),
  loginUserName: Type.String(),
  email: Type.String(),
})
export type LoginResponse = Static<typeof LoginResponse>

export const User = Type.Object({
  id: Type.String(),
  username: Type.String(),
  name: Type.String(),
  email: Type.String(),
  emailVerified: Type.Boolean({ description: 'Whether the address was confirmed through a link sent to it' }),
  pendingEmail: Type.Optional(
    Type.String({
      description: 'Only of oneself: the address that takes effect once confirmed through a link sent to it',
    }),
  ),
  mobileNumber: Type.String(),
  roles: Type.Array(AccountRole),
  revision: Type.Optional(
    Type.Integer({ description: 'Only for an ADMIN: how often the roles have changed, for `If-Match`' }),
  ),
  createDate: Type.String({ format: 'date-time' }),
})
export type User = Static<typeof User>

/** A shipping address, in the fields of an order's `shipping`. */
export const AddressInput = Type.Object({
  name: requiredText('Name is required', 200, ['Asha Rao']),
  mobile: Type.Optional(Type.String({ maxLength: 100, examples: ['9820012345'] })),
  email: Type.Optional(
    Type.String({ maxLength: 320, description: 'The mobile number, as in orders of older clients' }),
  ),
  address: requiredText('Address is required', 500, ['City Clinic, 12 MG Road']),
  city: requiredText('City is required', 100, ['Pune']),
  state: requiredText('State is required', 100, ['Maharashtra']),
  zipCode: Type.String({
    pattern: '^[0-9]{6}$',
    message: 'Please enter a valid 6-digit PIN code',
    examples: ['411001'],
  }),
  isDefault: Type.Optional(Type.Boolean({ description: 'Makes it the default instead of another' })),
})
export type AddressInput = Static<typeof AddressInput>

export const Address = Type.Object({
  id: Type.String(),
  name: Type.String(),
  mobile: Type.String(),
  email: Type.String({ description: 'Repeats the mobile number, as orders do' }),
  address: Type.String(),
  city: Type.String(),
  state: Type.String(),
  zipCode: Type.String(),
  isDefault: Type.Boolean(),
})
export type Address = Static<typeof Address>

/** Everything the shop holds about a person: the account, and a list from each module that holds anything. */
export const PersonalDataDocument = Type.Object(
  {
    madeAt: Type.String({ format: 'date-time' }),
    account: Type.Object({
      ...User.properties,
      emailVerifiedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
      emailChanges: Type.Array(
        Type.Object({
          from: Type.String(),
          to: Type.String(),
          requestedAt: Type.String({ format: 'date-time' }),
          confirmedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
        }),
      ),
      consent: Type.Object({ privacyNotice: Type.String(), givenAt: Type.String({ format: 'date-time' }) }),
      addresses: Type.Array(Address),
      roleChanges: Type.Array(
        Type.Object({
          from: Type.Array(Type.String()),
          to: Type.Array(Type.String()),
          at: Type.String({ format: 'date-time' }),
        }),
      ),
      password: Type.String(),
    }),
  },
  {
    additionalProperties: Type.Array(Type.Unknown()),
    description: 'Besides: orders, service requests and carts with their histories, emails, and recorded actions',
  },
)

/** What deleting an account would erase and keep, in sentences. */
export const ErasurePreview = Type.Object({
  id: Type.String(),
  username: Type.String(),
  orders: Type.Integer(),
  ordersUnderWay: Type.Integer({
    description: 'Orders that have not ended: after the erasure their addresses cannot be read',
  }),
  serviceRequests: Type.Integer(),
  goes: Type.Array(Type.String()),
  stays: Type.Array(Type.String()),
})
export type ErasurePreview = Static<typeof ErasurePreview>

export const RolesInput = Type.Object({
  roles: Type.Array(AccountRole, { maxItems: 3, message: 'Send the roles as a list of USER, STAFF or ADMIN' }),
})

export const PasswordInput = Type.Object({
  currentPassword: Type.String({
    minLength: 1,
    maxLength: 1024,
    message: 'Enter your current password',
    examples: ['a quiet morning in Pune'],
  }),
  newPassword: Type.String({
    minLength: 1,
    maxLength: 1024,
    message: 'Enter a new password',
    described: newPasswordRules,
    examples: ['a long walk along the Mula'],
  }),
})
export type PasswordInput = Static<typeof PasswordInput>
