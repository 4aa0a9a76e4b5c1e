import { describe, expect, test } from 'vitest'
import { EngineUnavailable } from '../../domain/errors.ts'
import { createSessions, type SessionAccount, type Sessions } from './session.ts'

const asha: SessionAccount = {
  id: 'account-asha',
  name: 'Asha Rao',
  loginUserName: 'asha',
  roles: ['USER'],
  notBefore: 0,
}

type Process = { sessions: Sessions; reads: number }

const bearer = (token: string) => `Bearer ${token}`
const keyOf = (name: string) => ({ kid: name, secret: new TextEncoder().encode(name.repeat(32)) })

function twoProcesses() {
  const time = { now: 1_800_000_000_000, monotonic: 0 }
  const accounts = new Map<string, SessionAccount>([[asha.id, asha]])
  const open = (keys: readonly string[]): Process => {
    const [first = 'a', ...older] = keys
    const process: Process = {
      reads: 0,
      sessions: createSessions({
        issuer: 'test-shop',
        audience: 'test-shop',
        keys: [keyOf(first), ...older.map(keyOf)],
        clock: () => time.now,
        monotonic: () => time.monotonic,
        findAccount: (id) => {
          process.reads += 1
          return Promise.resolve(accounts.get(id))
        },
      }),
    }
    return process
  }
  return { time, accounts, open, one: open(['a']), other: open(['a']) }
}

describe('sessions in two processes', () => {
  test('end immediately in the process of the logout, and within half a second in the other', async () => {
    const { time, accounts, one, other } = twoProcesses()
    const token = bearer(await one.sessions.issue(asha, time.now))
    for (const { sessions } of [one, other]) expect(await sessions.authenticate(token)).toMatchObject({ role: 'USER' })
    accounts.set(asha.id, { ...asha, notBefore: time.now + 1 })
    one.sessions.evict(asha.id)
    expect(await one.sessions.authenticate(token)).toBe('invalid')
    time.monotonic += 500
    expect(await other.sessions.authenticate(token)).toBe('invalid')
  })

  test('accept a token that was issued in the same millisecond as a logout', async () => {
    const { time, one, other, accounts } = twoProcesses()
    const account = { ...asha, notBefore: time.now + 1 }
    accounts.set(account.id, account)
    const token = bearer(await one.sessions.issue(account, time.now))
    expect(await one.sessions.authenticate(token)).toMatchObject({ id: account.id })
    expect(await other.sessions.authenticate(token)).toMatchObject({ id: account.id })
  })

  test('reflect a change of role and a deletion', async () => {
    const { time, accounts, one } = twoProcesses()
    const token = bearer(await one.sessions.issue(asha, time.now))
    accounts.set(asha.id, { ...asha, roles: ['ADMIN', 'USER'] })
    expect(await one.sessions.authenticate(token)).toMatchObject({ role: 'ADMIN' })
    accounts.delete(asha.id)
    time.monotonic += 500
    expect(await one.sessions.authenticate(token)).toBe('invalid')
  })

  test('expire after a day, even when cached', async () => {
    const { time, one } = twoProcesses()
    const token = bearer(await one.sessions.issue(asha, time.now))
    expect(await one.sessions.authenticate(token)).not.toBe('invalid')
    time.now += 86_400_000
    expect(await one.sessions.authenticate(token)).toBe('invalid')
  })

  test('support key rotation: the new key signs, the old one still verifies', async () => {
    const { time, one, other, open } = twoProcesses()
    const old = bearer(await one.sessions.issue(asha, time.now))
    const rotated = open(['b', 'a'])
    expect(await rotated.sessions.authenticate(old)).toMatchObject({ id: asha.id })
    const fresh = bearer(await rotated.sessions.issue(asha, time.now))
    expect(await rotated.sessions.authenticate(fresh)).toMatchObject({ id: asha.id })
    expect(await other.sessions.authenticate(fresh)).toBe('invalid')
    expect(await open(['b']).sessions.authenticate(old)).toBe('invalid')
  })

  test('read an account at most once in half a second, and again after a failure', async () => {
    const { time, one, accounts } = twoProcesses()
    const token = bearer(await one.sessions.issue(asha, time.now))
    await Promise.all([one.sessions.authenticate(token), one.sessions.authenticate(token)])
    await one.sessions.authenticate(token)
    expect(one.reads).toBe(1)
    time.monotonic += 500
    const find = accounts.get.bind(accounts)
    accounts.get = () => {
      throw new EngineUnavailable('database')
    }
    await expect(one.sessions.authenticate(token)).rejects.toThrow(EngineUnavailable)
    accounts.get = find
    expect(await one.sessions.authenticate(token)).toMatchObject({ id: asha.id })
  })
})
