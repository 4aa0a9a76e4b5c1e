import type { LoginResponse } from '#modules/identity/schema.ts'
import { apiCaller, signUpWith, type Caller } from '#test/support/shop/api-caller.ts'
import { adminPassword } from '#test/support/shop/shop.ts'

/** The people of a history; all of them keep their accounts for several schedules. */
export type People = {
  buyers: readonly LoginResponse[]
  admins: readonly LoginResponse[]
  operators: readonly LoginResponse[]
}

const counts = { buyers: 8, admins: 2, operators: 2 }

export async function signUpPeople(url: string): Promise<People> {
  const call = apiCaller(url)
  const first = await logIn(call, 'admin', adminPassword)
  const buyers = await Promise.all(several(counts.buyers, () => signUpWith(call, 'buyer')))
  const admins = await Promise.all(
    several(counts.admins, async () => promoted(call, first, await signUpWith(call, 'admin'))),
  )
  return { buyers, admins, operators: several(counts.operators, () => first) }
}

function several<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make)
}

/** A new role ends the session, so the admin logs in again. */
async function promoted(call: Caller, by: LoginResponse, { id, loginUserName }: LoginResponse): Promise<LoginResponse> {
  const body = { roles: ['ADMIN'] }
  const { status, text } = await call('PUT', `/api/users/${id}/roles`, { token: by.accessToken, body })
  if (status !== 200) throw new Error(`the role was refused: ${text}`)
  return logIn(call, loginUserName, 'a quiet morning in Pune')
}

async function logIn(call: Caller, username: string, password: string): Promise<LoginResponse> {
  const { status, body, text } = await call('POST', '/api/auth/authenticate', { body: { username, password } })
  if (status !== 200) throw new Error(`${username} cannot log in: ${text}`)
  return body
}

/** The address of each account, by its id. */
export function addressesOf({ buyers, admins, operators }: People): ReadonlyMap<string, string> {
  return new Map([...buyers, ...admins, ...operators].map(({ id, email }) => [id, email ?? '']))
}
