import { isFields, numberOf, parseJson, textOf, type Fields } from '../../lib/decode.ts'
import type { Role } from '../../lib/router/navigation.ts'

/** The logged-in user as stored in local storage under 'user' (spec §3). Never contains a password. */
export type Session = {
  id: string
  name: string
  loginUserName: string
  role: Exclude<Role, 'GUEST'>
  accessToken: string
  email: string
  address: string
  city: string
  state: string
  zipCode: string
}

/** The response to login and signup (spec §3); only the first role counts. */
export type LoginResponse = {
  id: string
  name: string
  accessToken: string
  roles: readonly string[]
  loginUserName: string
  email: string
}

/** Creates a session from a login's response; the last shipping address of the same user is kept. */
export function openSession(response: LoginResponse, before: Session | null): Session {
  const { address, city, state, zipCode } = before?.loginUserName === response.loginUserName ? before : noAddress
  return {
    id: response.id,
    name: response.name,
    loginUserName: response.loginUserName,
    role: roleOf(response.roles[0]),
    accessToken: response.accessToken,
    email: response.email,
    address,
    city,
    state,
    zipCode,
  }
}

const noAddress = { address: '', city: '', state: '', zipCode: '' }

/** Decodes the value stored under 'user'; `null` if it is not a complete session. */
export function decodeSession(text: string | null): Session | null {
  const fields = parseJson(text)
  if (!isFields(fields)) return null
  const id = textOf(fields, 'id')
  const loginUserName = textOf(fields, 'loginUserName')
  const accessToken = textOf(fields, 'accessToken')
  if (id === '' || loginUserName === '' || accessToken === '') return null
  return { id, loginUserName, accessToken, role: roleOf(fields['role']), ...namesOf(fields, loginUserName) }
}

function namesOf(fields: Fields, loginUserName: string) {
  return {
    name: textOf(fields, 'name', loginUserName),
    email: textOf(fields, 'email'),
    address: textOf(fields, 'address'),
    city: textOf(fields, 'city'),
    state: textOf(fields, 'state'),
    zipCode: textOf(fields, 'zipCode'),
  }
}

/** Decides what the menu shows; permissions are decided by the server alone. */
function roleOf(value: unknown): Session['role'] {
  return value === 'ADMIN' || value === 'STAFF' ? value : 'USER'
}

/** Whether the access token's `exp` has passed (spec §4). A token that cannot be read counts as expired. */
export function isExpired(accessToken: string, now: number): boolean {
  const claims = parseJson(payloadOf(accessToken))
  const exp = isFields(claims) ? numberOf(claims, 'exp') : undefined
  return exp === undefined || exp * 1000 <= now
}

function payloadOf(accessToken: string): string | null {
  try {
    return atob((accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return null
  }
}
