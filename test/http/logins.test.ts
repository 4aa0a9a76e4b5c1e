import { createHook } from 'node:async_hooks'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemActor } from '#core/domain/actor.ts'
import { systemClock } from '#core/domain/clock.ts'
import { Rejection } from '#core/domain/errors.ts'
import { createSessions } from '#core/http/security/session.ts'
import { createThrottle } from '#core/http/security/throttle.ts'
import { newId } from '#core/domain/ids.ts'
import { createChangeRecord } from '#modules/identity/change-record/change-record.ts'
import { changePassword, changeRoles, logIn as logInBy, logOut, type IdentityDeps } from '#modules/identity/commands.ts'
import { loginThrottle } from '#modules/identity/login/throttle.ts'
import { openSessions } from '#modules/shop/start/api.ts'
import { findSessionAccount } from '#modules/identity/module.ts'
import { accountQueries } from '#modules/identity/read-model.ts'
import { accountWrites } from '#modules/identity/tables.ts'
import { openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({ TRUSTED_PROXIES: '1' })
})
afterAll(() => shop.close())

const password = 'a quiet morning in Pune'

/** A new account, created from an address of its own. */
async function newAccount(username: string): Promise<string> {
  const body = { username, password, name: 'Asha Rao', email: 'asha@cityclinic.in', mobileNumber: '9820012345' }
  const { status, body: account } = await shop.call('POST', '/api/auth/signup', { body })
  expect(status).toBe(201)
  return account.accessToken
}
const logIn = async (username: string, tried: string, from: string) => {
  const headers = { 'X-Forwarded-For': from }
  return (await shop.call('POST', '/api/auth/authenticate', { body: { username, password: tried }, headers })).status
}
/** A signup that is refused before its password costs anything. */
const probe = (username: string, from: string) => {
  const body = { username, password: 'password', name: 'Asha Rao', mobileNumber: '9820012345' }
  return shop.call('POST', '/api/auth/signup', { body, headers: { 'X-Forwarded-For': from } })
}
const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

describe('guessing passwords', () => {
  test('is refused after ten attempts, however many arrive at once; from elsewhere the right password works', async () => {
    await newAccount('asha.burst')
    const answers = await times(30, () => logIn('asha.burst', 'not this one', '203.0.113.1'))
    expect(answers.filter((status) => status === 401)).toHaveLength(10)
    expect(answers.filter((status) => status === 429)).toHaveLength(20)
    expect(await logIn('asha.burst', password, '203.0.113.1')).toBe(429)
    expect(await logIn('asha.burst', password, '203.0.113.2')).toBe(200)
  })

  test('is refused after ten attempts also across processes', async () => {
    const { pool } = shop.shop.infrastructure.database
    let verified = 0
    const verify = async () => void verified++
    const answers = await times(30, () => {
      const one = loginThrottle((limit) => createThrottle({ ...limit, pool }))
      return one.attempt({ username: 'asha.processes', from: '203.0.113.3' }, verify).catch((error: unknown) => error)
    })
    expect(verified).toBe(10)
    expect(answers.filter((answer) => answer instanceof Rejection)).toHaveLength(20)
  })

  test('from many addresses leaves each address one wrong attempt, and the right password valid', async () => {
    await newAccount('asha.attacked')
    for (let address = 1; address <= 5; address++)
      await times(10, () => logIn('asha.attacked', 'not this one', `198.51.100.${address}`))
    expect(await logIn('asha.attacked', 'not this one', '203.0.113.4')).toBe(401)
    expect(await logIn('asha.attacked', password, '203.0.113.4')).toBe(429)
    for (let login = 0; login < 3; login++) expect(await logIn('asha.attacked', password, '203.0.113.5')).toBe(200)
  })

  test('does not affect a person who logs in many times at once', async () => {
    await newAccount('asha.tabs')
    const answers = await times(60, () => logIn('asha.tabs', password, '203.0.113.6'))
    expect(new Set(answers)).toEqual(new Set([200]))
  })
})

test('after sixty signups, including failed ones, an address waits ten minutes: names cannot be probed in bulk', async () => {
  await newAccount('asha.probed')
  const answers = await times(70, (index) => probe(`asha.probe.${index}`, '203.0.113.9'))
  const counts = [400, 429].map((expected) => answers.filter(({ status }) => status === expected).length)
  expect(counts).toEqual([60, 10])
  const refused = await probe('asha.probed', '203.0.113.9')
  expect([refused.status, refused.body.detail]).toEqual([429, 'Too many attempts: wait 10 minutes'])
  expect((await probe('asha.probed', '203.0.113.10')).status).toBe(400)
})

test('a current password that is too long is reported as wrong, and the caller stays logged in', async () => {
  const token = await newAccount('asha.long')
  const body = { currentPassword: 'x'.repeat(129), newPassword: 'another quiet morning' }
  const answer = await shop.call('PUT', '/api/auth/password', { token, body })
  expect(answer.status).toBe(400)
  expect(answer.body.errors[0].field).toBe('currentPassword')
  expect(await logIn('asha.long', 'x'.repeat(129), '203.0.113.7')).toBe(401)
})

const newPassword = 'another quiet morning'
const from = '203.0.113.8'
const by = { actor: systemActor, correlationId: 'a request of the test' }
const serving = { issuer: 'test-shop', audience: 'test-shop' }

/** The commands in a process of its own, whose clock is this many milliseconds ahead. */
function openProcess(aheadMs = 0): IdentityDeps {
  const { store, database } = shop.shop.infrastructure
  const { db, pool } = database
  const accounts = accountQueries(db)
  const clock = () => systemClock() + aheadMs
  const keys = [{ kid: 'a', secret: Buffer.alloc(32, 'a secret of the test') }] as const
  return {
    accounts,
    writes: accountWrites(db),
    changeRecord: createChangeRecord({ db, store, accounts, newId }),
    sessions: createSessions({ ...serving, keys, clock, findAccount: findSessionAccount(db) }),
    loginThrottle: loginThrottle((limit) => createThrottle({ ...limit, pool })),
    clock,
    newId,
    mailOfSignup: () => Promise.resolve({ request: () => Promise.resolve(), refund: () => undefined }),
  }
}

/** A process in which something happens between the check of a password and what follows from it, the first time. */
function interrupted(interruption: () => Promise<unknown>): IdentityDeps {
  const deps = openProcess()
  let pending: (() => Promise<unknown>) | undefined = interruption
  return {
    ...deps,
    loginThrottle: {
      ...deps.loginThrottle,
      async attempt(guess, verify) {
        const known = await deps.loginThrottle.attempt(guess, verify)
        const work = pending
        pending = undefined
        await work?.()
        return known
      },
    },
  }
}

/** A registered person, and their token from a process whose clock is ahead. */
async function fastToken(username: string, aheadMs = 4_000) {
  await newAccount(username)
  const { id, accessToken } = await logInBy(openProcess(aheadMs), { username, password, from })
  const change = { accountId: id, currentPassword: password, newPassword, from }
  return { id, accessToken, change }
}
const sessionOf = (token: string, { sessions }: IdentityDeps) => sessions.authenticate(`Bearer ${token}`)

test('a signed token with an impossible subject is refused like any other invalid one', async () => {
  const account = { name: 'Asha Rao', loginUserName: 'asha', roles: ['ADMIN'], notBefore: 0 } as const
  for (const id of ['a\0b', '\0', 'x'.repeat(300), 'आशा']) {
    const token = await openSessions(shop.shop.infrastructure, systemClock).issue({ ...account, id }, systemClock())
    expect((await shop.call('GET', '/api/users/me', { token })).status).toBe(401)
  }
})

describe('a token of a process whose clock is ahead', () => {
  test.each([
    ['logout', (id: string) => logOut(openProcess(), id)],
    [
      'other roles',
      (accountId: string, time: number) =>
        changeRoles(openProcess(), { accountId, roles: [time === 1 ? 'STAFF' : 'USER'], by }),
    ],
  ])('ends with %s on another process, and the next one is valid on both', async (what, end) => {
    const username = `asha.ahead.${what.replace(' ', '.')}`
    const { id, accessToken } = await fastToken(username)
    expect(await sessionOf(accessToken, openProcess())).toMatchObject({ id })
    await end(id, 1)
    expect(await sessionOf(accessToken, openProcess(4_000))).toBe('invalid')
    const next = await logInBy(openProcess(), { username, password, from })
    for (const ahead of [0, 4_000]) expect(await sessionOf(next.accessToken, openProcess(ahead))).toMatchObject({ id })
    await end(id, 2)
    expect(await sessionOf(next.accessToken, openProcess())).toBe('invalid')
  })

  test('ends with a new password on another process, whose token is valid on both', async () => {
    const { id, accessToken, change } = await fastToken('asha.ahead.password')
    const next = await changePassword(openProcess(), change)
    expect(await sessionOf(accessToken, openProcess(4_000))).toBe('invalid')
    for (const ahead of [0, 4_000]) expect(await sessionOf(next.accessToken, openProcess(ahead))).toMatchObject({ id })
  })

  test('ends even if that clock is hours ahead and set back later, and the next one is valid', async () => {
    const username = 'asha.ahead.hours'
    const { id, accessToken } = await fastToken(username, 7_200_000)
    await logOut(openProcess(), id)
    expect(await sessionOf(accessToken, openProcess(7_200_000))).toBe('invalid')
    const next = await logInBy(openProcess(), { username, password, from })
    expect(await sessionOf(next.accessToken, openProcess())).toMatchObject({ id })
  })

  test('does not become valid again with a later logout on another process', async () => {
    const { id, accessToken } = await fastToken('asha.ahead.twice')
    await logOut(openProcess(4_000), id)
    await logOut(openProcess(), id)
    expect(await sessionOf(accessToken, openProcess(4_000))).toBe('invalid')
  })
})

describe('while the password changes on another process', () => {
  test('a login with the old one is refused', async () => {
    const { change } = await fastToken('asha.race.login')
    const slow = interrupted(() => changePassword(openProcess(), change))
    const login = logInBy(slow, { username: 'asha.race.login', password, from })
    await expect(login).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('another change of it is refused, and the first one is kept', async () => {
    const { change } = await fastToken('asha.race.change')
    const slow = interrupted(() => changePassword(openProcess(), change))
    const second = changePassword(slow, { ...change, newPassword: 'a third quiet morning' })
    await expect(second).rejects.toMatchObject({ code: 'invalid' })
    expect(await logIn('asha.race.change', newPassword, from)).toBe(200)
  })

  test('a login that strengthens the hash does not restore the old password', async () => {
    const { id, change } = await fastToken('asha.race.hash')
    await weaken(id)
    const slow = interrupted(() => changePassword(openProcess(), change))
    const login = logInBy(slow, { username: 'asha.race.hash', password, from })
    await expect(login).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await logIn('asha.race.hash', newPassword, from)).toBe(200)
  })
})

test('a weak hash is replaced at a login, and two concurrent logins both succeed', async () => {
  const { id } = await fastToken('asha.weak')
  await weaken(id)
  const slow = interrupted(() => logInBy(openProcess(), { username: 'asha.weak', password, from }))
  expect(await logInBy(slow, { username: 'asha.weak', password, from })).toMatchObject({ id })
  expect((await openProcess().accounts.find(id))?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('an unknown name costs as many hashes as a wrong password', async () => {
  await newAccount('asha.known')
  for (const username of ['asha.known', 'asha.unknown']) expect(await hashesOfRefusal(username)).toBe(1)
})

/** How often a refused login calls the hashing library, the only work in the pool without a name. */
async function hashesOfRefusal(username: string): Promise<number> {
  const login = { username, password: 'not this one', from }
  let hashes = 0
  const hook = createHook({ init: (_id, kind) => void (hashes += Number(kind === 'undefined')) }).enable()
  try {
    await expect(logInBy(openProcess(), login)).rejects.toMatchObject({ code: 'unauthenticated' })
  } finally {
    hook.disable()
  }
  return hashes
}

/** Gives an account a hash of the same password, made with older settings. */
async function weaken(id: string): Promise<void> {
  const weak = await hash(password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
  await shop.shop.infrastructure.database.pool.query('update accounts set password_hash = $2 where id = $1', [id, weak])
}
