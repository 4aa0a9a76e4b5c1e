import { describe, expect, it } from 'vitest'
import { decodeSession, isExpired, openSession } from './session.ts'

const answer = {
  id: 'u1',
  name: 'Asha Rao',
  accessToken: 'token',
  roles: ['USER', 'ADMIN'],
  loginUserName: 'asha',
  email: 'asha@clinic.in',
}

const token = (claims: unknown) => `head.${btoa(JSON.stringify(claims))}.signature`

describe('a session', () => {
  it('has the first of the roles, and nothing that was not answered', () => {
    const session = openSession(answer, null)
    expect(session.role).toBe('USER')
    expect(Object.keys(session)).not.toContain('password')
  })

  it("keeps the same person's last address, never another person's", () => {
    const before = { ...openSession(answer, null), city: 'Pune' }
    expect(openSession(answer, before).city).toBe('Pune')
    expect(openSession({ ...answer, loginUserName: 'ravi' }, before).city).toBe('')
  })

  it('comes back as it was stored', () => {
    const session = { ...openSession(answer, null), address: '12 MG Road' }
    expect(decodeSession(JSON.stringify(session))).toEqual(session)
  })

  it.each([null, '', '{', '[]', 'null', '{"id":"u1"}', '{"id":1,"loginUserName":"a","accessToken":"t"}'])(
    'is nobody when it is %j',
    (text) => expect(decodeSession(text)).toBeNull(),
  )

  it('has no role but the ones of the shop', () => {
    const stored = JSON.stringify({ ...openSession(answer, null), role: 'SUPERUSER' })
    expect(decodeSession(stored)?.role).toBe('USER')
  })
})

describe('an access token', () => {
  it('expires with its exp claim', () => {
    expect(isExpired(token({ exp: 1000 }), 999_999)).toBe(false)
    expect(isExpired(token({ exp: 1000 }), 1_000_000)).toBe(true)
  })

  it.each(['', 'a.b.c', 'no dots', token({}), token({ exp: 'soon' }), token(null)])(
    'counts as expired when it is %j',
    (bad) => expect(isExpired(bad, 0)).toBe(true),
  )
})
