import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { SignJWT, type JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#core/domain/actor.ts'
import {
  adminAccount,
  call,
  openKit,
  rawExchange,
  staffAccount,
  tokenSecret,
  tokenSettings,
  userAccount,
  type Kit,
} from './kit.ts'
import { guardedRoutes } from './routes.ts'

let kit: Kit
const routes = guardedRoutes()

beforeAll(async () => {
  kit = await openKit(routes)
})
afterAll(() => kit.stop())

const callers = ['nobody', 'expired', 'forged', 'USER', 'STAFF', 'ADMIN'] as const
const accountIds: Partial<Record<(typeof callers)[number], string>> = {
  USER: userAccount.id,
  STAFF: staffAccount.id,
  ADMIN: adminAccount.id,
}

async function tokenOf(caller: (typeof callers)[number]): Promise<string | undefined> {
  if (caller === 'nobody') return undefined
  if (caller === 'expired') return signed({ iat: seconds() - 90_000, exp: seconds() - 10 })
  if (caller === 'forged')
    return signed({}, { secret: new TextEncoder().encode('another secret of the same good length') })
  return kit.tokenOf(accountIds[caller] ?? '')
}

const seconds = () => Math.floor(Date.now() / 1000)

type Forgery = { secret?: Uint8Array; header?: Record<string, unknown> }

/** A token like ours except for these changes. */
function signed(claims: Record<string, unknown>, { secret = tokenSecret, header = {} }: Forgery = {}): Promise<string> {
  const { issuer, audience } = tokenSettings
  const usual: JWTPayload = { sub: adminAccount.id, iss: issuer, aud: audience, iat: seconds(), exp: seconds() + 3_600 }
  const payload = Object.fromEntries(Object.entries({ ...usual, ...claims }).filter(([, value]) => value !== undefined))
  return new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: 'now', ...header }).sign(secret)
}

function expectedStatus(access: 'everyone' | readonly Role[], caller: (typeof callers)[number]): number {
  if (access === 'everyone') return 200
  if (!(caller in accountIds)) return 401
  return access.some((role) => role === caller) ? 200 : 403
}

const statusOf = async (token: string) => (await call(kit, 'GET /api/guarded/theirs', { token })).status

describe('permissions', () => {
  const everyCase = routes.flatMap((route) => callers.map((caller) => ({ route, caller })))

  test.each(everyCase)('$route.method $route.path by $caller', async ({ route, caller }) => {
    const answer = await call(kit, `${route.method} ${route.path}`, { token: await tokenOf(caller) })
    expect(answer.status).toBe(expectedStatus(route.access, caller))
    expect(answer.headers.get('WWW-Authenticate')).toBe(answer.status === 401 ? 'Bearer' : null)
  })

  test('come from the account, not from the token', async () => {
    const token = await signed({ sub: userAccount.id, roles: ['ADMIN'], name: 'Mallory' })
    expect((await call(kit, 'GET /api/guarded/theirs', { token })).status).toBe(403)
    const { body } = await call(kit, 'GET /api/guarded/mine', { token })
    expect(body).toEqual({ id: userAccount.id, name: 'Asha Rao', loginUserName: 'asha', role: 'USER' })
  })

  test('of a public call are those of a guest without a valid token', async () => {
    const guest = { id: 'guest', name: 'Guest', role: 'GUEST', loginUserName: '' }
    for (const token of [undefined, 'garbage', await tokenOf('expired'), await tokenOf('forged')]) {
      expect((await call(kit, 'GET /api/guarded/open', { token })).body).toEqual(guest)
    }
    const known = await call(kit, 'GET /api/guarded/open', { token: await kit.tokenOf(userAccount.id) })
    expect(known.body.id).toBe(userAccount.id)
  })
})

describe('a token', () => {
  test.each(['account\0admin', 'a'.repeat(201), 'account admin', ''])(
    'with an impossible account id as its subject is refused before that account is looked up: %j',
    async (sub) => {
      kit.accounts.set(sub, { ...adminAccount, id: sub })
      expect(await statusOf(await signed({ sub }))).toBe(401)
      kit.accounts.delete(sub)
    },
  )

  test('issued by the shop is accepted, and contains what clients need', async () => {
    const token = await kit.tokenOf(adminAccount.id)
    expect(await statusOf(token)).toBe(200)
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({
      sub: adminAccount.id,
      name: 'Asha Rao',
      preferred_username: 'admin',
      roles: ['ADMIN'],
    })
    expect(claims).toMatchObject({ iss: tokenSettings.issuer, aud: tokenSettings.audience })
    expect(Math.abs(claims.exp - claims.iat - 86_400)).toBeLessThan(1)
  })

  const wrong: [what: string, claims: Record<string, unknown>, forgery?: Forgery][] = [
    ['another issuer', { iss: 'other' }],
    ['another audience', { aud: 'other' }],
    ['no audience', { aud: undefined }],
    ['no expiry', { exp: undefined }],
    ['an absurd expiry', { exp: 9_999_999_999 }],
    ['a lifetime over a day', { exp: seconds() + 90_000 }],
    ['no issue time', { iat: undefined }],
    ['an issue time to come', { iat: seconds() + 600, exp: seconds() + 1_200 }],
    ['a start to come', { nbf: seconds() + 600 }],
    ['no subject', { sub: undefined }],
    ['an unknown subject', { sub: 'nobody' }],
    ['another type', {}, { header: { typ: 'at+jwt' } }],
    ['no type', {}, { header: { typ: undefined } }],
    ['an unknown key', {}, { header: { kid: 'other' } }],
    ['a path for a key', {}, { header: { kid: '../../dev/null' } }],
    ['no key', {}, { header: { kid: undefined } }],
    ['a stronger hash', {}, { header: { alg: 'HS512' }, secret: new Uint8Array(64).fill(7) }],
  ]

  test.each(wrong)('with %s is refused', async (_what, claims, forgery) => {
    expect(await statusOf(await signed(claims, forgery))).toBe(401)
  })

  test.each(['none', 'None', 'RS256', 'HS384'])('that claims the algorithm %s is refused', async (alg) => {
    const [, claims = ''] = (await kit.tokenOf(adminAccount.id)).split('.')
    const header = Buffer.from(JSON.stringify({ alg, typ: 'JWT', kid: 'now' })).toString('base64url')
    expect(await statusOf(`${header}.${claims}.`)).toBe(401)
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const byRsa = createSign('sha256').update(`${header}.${claims}`).sign(privateKey, 'base64url')
    const byHmac = createHmac('sha256', '').update(`${header}.${claims}`).digest('base64url')
    for (const signature of [byRsa, byHmac]) expect(await statusOf(`${header}.${claims}.${signature}`)).toBe(401)
  })

  test('with times that are not numbers is refused', async () => {
    const [header = ''] = (await kit.tokenOf(adminAccount.id)).split('.')
    const { issuer: iss, audience: aud } = tokenSettings
    for (const exp of [String(seconds() + 60), null, [seconds() + 60], 1e308]) {
      const claims = Buffer.from(JSON.stringify({ sub: adminAccount.id, iss, aud, iat: seconds(), exp })).toString(
        'base64url',
      )
      const signature = createHmac('sha256', tokenSecret).update(`${header}.${claims}`).digest('base64url')
      expect(await statusOf(`${header}.${claims}.${signature}`)).toBe(401)
    }
  })

  test('with trailing characters, or in another spelling, is refused', async () => {
    const token = await kit.tokenOf(adminAccount.id)
    const last = token.at(-1) ?? ''
    // The last character of a signature carries two bits that no decoder reads.
    const twin = token.slice(0, -1) + String.fromCodePoint((last.codePointAt(0) ?? 0) + 1)
    for (const other of [`${token}.`, `${token}x`, `${token}=`, `${token} x`, twin, 'x'.repeat(9_000), '', 'a.b.c']) {
      expect(await statusOf(other)).toBe(401)
    }
  })

  test('is accepted only as a bearer token, once', async () => {
    const token = await kit.tokenOf(adminAccount.id)
    const statusWith = async (headers: Record<string, string>) =>
      (await call(kit, 'GET /api/guarded/theirs', { headers })).status
    expect(await statusWith({ Authorization: `bearer ${token}` })).toBe(200)
    expect(await statusWith({ Authorization: `Basic ${token}` })).toBe(401)
    expect(await statusWith({ Authorization: 'Bearer' })).toBe(401)
    expect(await statusWith({ Authorization: token })).toBe(401)
    const twice = `Authorization: Bearer ${token}\r\nAuthorization: Bearer ${token}`
    const answer = await rawExchange(
      kit.port,
      `GET /api/guarded/theirs HTTP/1.1\r\nHost: shop\r\n${twice}\r\nConnection: close\r\n\r\n`,
    )
    expect(answer.status).toBe(401)
  })
})
