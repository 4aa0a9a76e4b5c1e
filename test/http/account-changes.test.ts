import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { newId } from '#core/domain/ids.ts'
import { createChangeRecord, type ChangeRecordDeps } from '#modules/identity/change-record/change-record.ts'
import { accountStreamOf, type AccountEvent } from '#modules/identity/domain/events.ts'
import { accountQueries } from '#modules/identity/read-model.ts'
import { openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** What the audit shows about the changes of an account, oldest first. */
async function changesOf(accountId: string) {
  await shop.settled()
  const path = `/api/audit/events?size=50&stream=${encodeURIComponent(accountStreamOf(accountId))}`
  const { body } = await shop.call('GET', path, { token: shop.adminToken })
  return body.content.toReversed()
}

const putRoles = (id: string, roles: string[], headers = {}) =>
  shop.call('PUT', `/api/users/${id}/roles`, { token: shop.adminToken, body: { roles }, headers })

const byAdmin = { name: 'Administrator', role: 'ADMIN' }

describe('changed roles', () => {
  test('are in the log: which, from what to what, by whom, and by which request', async () => {
    const { id } = await shop.signUp()
    const granted = await putRoles(id, ['ADMIN', 'STAFF'])
    expect(granted.headers.get('X-Event-Position')).toMatch(/^\d+$/)
    await putRoles(id, ['STAFF'])
    const changes = await changesOf(id)
    expect(changes).toMatchObject([
      { type: 'AccountRolesChanged', data: { account: id, from: ['USER'], to: ['ADMIN', 'STAFF'] }, by: byAdmin },
      { type: 'AccountRolesChanged', data: { account: id, from: ['ADMIN', 'STAFF'], to: ['STAFF'] }, by: byAdmin },
    ])
    expect(changes[0].sentence).toBe(`Administrator changed the roles of the account ${id} from USER to ADMIN, STAFF`)
    expect(changes[0].correlationId).toBe(granted.headers.get('X-Request-Id'))
  })

  test('are handed over to their person, without who changed them', async () => {
    const { id, loginUserName } = await shop.signUp()
    await putRoles(id, ['STAFF'])
    const login = { username: loginUserName, password: 'a quiet morning in Pune' }
    const { accessToken: token } = (await shop.call('POST', '/api/auth/authenticate', { body: login })).body
    const { body } = await shop.call('GET', '/api/users/me/data', { token })
    expect(body.account.roleChanges).toEqual([{ from: ['USER'], to: ['STAFF'], at: expect.stringMatching(/Z$/) }])
  })

  test('leave no event if they are the same as before, or refused', async () => {
    const { id } = await shop.signUp()
    await putRoles(id, ['STAFF'])
    expect((await putRoles(id, ['STAFF'])).status).toBe(200)
    expect((await putRoles(id, ['ADMIN'], { 'If-Match': '"7"' })).status).toBe(412)
    expect(await changesOf(id)).toHaveLength(1)
    const { body: admins } = await shop.call('GET', '/api/users?role=ADMIN', { token: shop.adminToken })
    const [admin] = admins.content
    expect((await putRoles(admin.id, ['USER'])).status).toBe(409)
    expect(await changesOf(admin.id)).toEqual([])
  })
})

describe('a deleted account', () => {
  test('is in the log with the admin who deleted it', async () => {
    const { id } = await shop.signUp()
    await shop.call('DELETE', `/api/users/${id}`, { token: shop.adminToken })
    expect(await changesOf(id)).toMatchObject([
      { type: 'AccountDeleted', data: { account: id, byOwner: false }, by: byAdmin },
    ])
  })

  test('is in the log without the name of the owner who deleted it', async () => {
    const { id, accessToken } = await shop.signUp('forgetful')
    await shop.call('DELETE', '/api/users/me', { token: accessToken })
    const changes = await changesOf(id)
    expect(changes).toMatchObject([{ type: 'AccountDeleted', data: { byOwner: true }, by: { id: 'system' } }])
    expect(changes[0].sentence).toBe(`The shop deleted the account ${id}, as its owner asked`)
    expect(JSON.stringify(changes)).not.toContain('forgetful')
  })
})

const event = (account: string): AccountEvent => ({
  type: 'AccountRolesChanged',
  data: { account, from: ['USER'], to: ['STAFF'] },
})

/** The methods of the store that a record uses. */
function over(store: ChangeRecordDeps['store']): ChangeRecordDeps['store'] {
  return { append: (...call) => store.append(...call), readStream: (...call) => store.readStream(...call) }
}

describe('the record of a change', () => {
  const actor = { id: 'an admin of the past', name: '', role: 'ADMIN' } as const

  function recordWith(changed: Partial<ChangeRecordDeps['store']> = {}) {
    const { store, database } = shop.shop.infrastructure
    const { db } = database
    const record = createChangeRecord({
      db,
      store: { ...over(store), ...changed },
      accounts: accountQueries(db),
      newId,
    })
    const keep = (account: string) =>
      db.transaction().execute((trx) => record.keep(trx, event(account), { actor, correlationId: newId() }))
    return { ...record, keep, store }
  }

  test('is written later, once, if the log did not answer', async () => {
    const account = newId()
    const away = recordWith({ append: () => Promise.reject(new EngineUnavailable('EventStoreDB')) })
    await away.keep(account)
    await expect(away.write(account)).rejects.toThrow(EngineUnavailable)
    expect(await changesOf(account)).toEqual([])
    const back = recordWith()
    await back.write()
    expect(await back.write()).toBe(0)
    expect(await changesOf(account)).toMatchObject([event(account)])
  })

  test('is written once if the log has it, but its answer was lost', async () => {
    const account = newId()
    const lossy = recordWith({
      async append(...call) {
        await lossy.store.append(...call)
        throw new EngineUnavailable('EventStoreDB')
      },
    })
    await lossy.keep(account)
    await expect(lossy.write(account)).rejects.toThrow(EngineUnavailable)
    expect(await recordWith().write(account)).toBeGreaterThan(0)
    expect(await changesOf(account)).toHaveLength(1)
  })

  test('keeps the order of several changes that wait', async () => {
    const account = newId()
    const record = recordWith()
    for (let count = 0; count < 5; count += 1) await record.keep(account)
    await Promise.all([record.write(account), record.write(account)])
    const changes = await changesOf(account)
    expect(changes).toHaveLength(5)
    const requests = changes.map(({ correlationId }: { correlationId: string }) => correlationId)
    expect(requests).toEqual(requests.toSorted())
  })
})
