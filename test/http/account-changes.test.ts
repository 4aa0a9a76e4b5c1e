import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EngineUnavailable } from '#core/domain/errors.ts'
import type { Actor } from '#core/domain/actor.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { newId } from '#core/domain/ids.ts'
import { createChangeRecord, type ChangeRecordDeps } from '#modules/identity/change-record/change-record.ts'
import { accountStreamOf, type AccountEvent } from '#modules/identity/domain/events.ts'
import { finishAccountChanges } from '#modules/shop/erasure/finish-account-changes.ts'
import { accountQueries } from '#modules/identity/read-model.ts'
import { eventually } from '../support/eventually.ts'
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

async function adminId(): Promise<string> {
  return (await shop.call('GET', '/api/users/admin', { token: shop.adminToken })).body.id
}

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
    const rolesAfter = async (revision: number) => {
      const path = `/api/audit/streams/account-${id}/state?revision=${revision}`
      const { body } = await shop.call('GET', path, { token: shop.adminToken })
      return body.facts
        .filter(({ field }: { field: string }) => field.startsWith('roles'))
        .map(({ value }: { value: string }) => value)
    }
    expect([await rolesAfter(0), await rolesAfter(1)]).toEqual([['ADMIN', 'STAFF'], ['STAFF']])
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
      { type: 'AccountDeleted', data: { account: id, by: await adminId() }, by: byAdmin },
    ])
  })

  test('is in the log without the name of the owner who deleted it', async () => {
    const { id, accessToken } = await shop.signUp('forgetful')
    await shop.call('DELETE', '/api/users/me', { token: accessToken })
    const changes = await changesOf(id)
    expect(changes).toMatchObject([{ type: 'AccountDeleted', data: { by: id }, by: { id: 'system' } }])
    expect(changes[0].sentence).toBe(`The shop deleted the account ${id}, as its owner requested`)
    expect(JSON.stringify(changes)).not.toContain('forgetful')
  })
})

const actor = { id: 'an admin of the past', name: '', role: 'ADMIN' } as const

const event = (account: string, by: string = actor.id): AccountEvent => ({
  type: 'AccountRolesChanged',
  data: { account, by, from: ['USER'], to: ['STAFF'] },
})

type Store = ChangeRecordDeps['store']

/** A record of changes; `changed` replaces methods of its store. */
function recordWith(changed: Partial<Store> = {}) {
  const { store, database } = shop.shop.infrastructure
  const { db } = database
  const whole: Store = {
    append: (...call) => store.append(...call),
    readStream: (...call) => store.readStream(...call),
    ...changed,
  }
  const record = createChangeRecord({ db, store: whole, accounts: accountQueries(db), newId })
  const keepOf = (account: string, by: Actor = actor) =>
    db.transaction().execute((trx) => record.keep(trx, event(account, by.id), { actor: by, correlationId: newId() }))
  return { ...record, keepOf, store }
}

const unavailable = () => Promise.reject(new EngineUnavailable('EventStoreDB'))

describe('the record of a change', () => {
  test('is written later, once, if the log did not answer, with the id of an admin who is deleted by then', async () => {
    const account = newId()
    const away = recordWith({ append: unavailable })
    await away.keepOf(account)
    await expect(away.write(account)).rejects.toThrow(EngineUnavailable)
    expect(await changesOf(account)).toEqual([])
    const stop = finishAccountChanges(shop.shop.modules, silentLog)
    await eventually(async () => expect(await changesOf(account)).toHaveLength(1))
    stop()
    expect(await recordWith().write(account)).toBe(0)
    const [change] = await changesOf(account)
    expect(change).toMatchObject({ ...event(account), by: { id: 'system' } })
    expect(change.sentence).toBe(
      `The shop changed the roles of the account ${account} from USER to STAFF, as requested by the account an admin of the past, whose name is no longer stored`,
    )
  })

  test('is written once if the log has it, but its answer was lost', async () => {
    const account = newId()
    const lossy = recordWith({
      async append(...call) {
        await lossy.store.append(...call)
        throw new EngineUnavailable('EventStoreDB')
      },
    })
    await lossy.keepOf(account)
    await expect(lossy.write(account)).rejects.toThrow(EngineUnavailable)
    expect(await recordWith().write(account)).toBeGreaterThan(0)
    expect(await changesOf(account)).toHaveLength(1)
  })

  test('keeps the order of several changes that wait', async () => {
    const account = newId()
    const record = recordWith()
    for (let count = 0; count < 5; count += 1) await record.keepOf(account)
    await Promise.all([record.write(account), record.write(account)])
    const changes = await changesOf(account)
    expect(changes).toHaveLength(5)
    const requests = changes.map(({ correlationId }: { correlationId: string }) => correlationId)
    expect(requests).toEqual(requests.toSorted())
  })

  test('of other accounts is not held up by one that cannot be written', async () => {
    const [broken, sound] = [newId(), newId()]
    const record = recordWith({
      append: (stream, ...rest) =>
        stream.includes(broken) ? unavailable() : shop.shop.infrastructure.store.append(stream, ...rest),
    })
    for (const account of [broken, sound]) await record.keepOf(account)
    const failed: string[] = []
    await record.writeAll((accountId) => failed.push(accountId))
    expect(failed).toEqual([broken])
    expect(await changesOf(sound)).toHaveLength(1)
    await recordWith().write(broken)
  })

  test('names no admin whose data is erased at that moment', async () => {
    const admin = await shop.signUp('leaving')
    await shop.shop.infrastructure.personalData.eraseKey(admin.id)
    const account = newId()
    const record = recordWith()
    await record.keepOf(account, { id: admin.id, name: admin.name, role: 'ADMIN' })
    await record.write(account)
    expect(await changesOf(account)).toMatchObject([{ data: { by: admin.id }, by: { id: 'system' } }])
  })
})

const query = (text: string) => shop.shop.infrastructure.database.pool.query(text)

describe('while the log refuses events about accounts', () => {
  beforeAll(async () => {
    await query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
    )
    await query(
      `create trigger refuse before insert on events for each row when (new.stream like 'account-%') execute function refuse()`,
    )
  })

  test('roles are changed and accounts deleted all the same, and the record follows', async () => {
    const [promoted, deleted] = [await shop.signUp(), await shop.signUp()]
    const answer = await putRoles(promoted.id, ['STAFF'])
    expect([answer.status, answer.body.roles]).toEqual([200, ['STAFF']])
    expect((await shop.call('DELETE', `/api/users/${deleted.id}`, { token: shop.adminToken })).status).toBe(204)
    expect((await query('select from account_erasures')).rowCount).toBe(0)
    expect([...(await changesOf(promoted.id)), ...(await changesOf(deleted.id))]).toEqual([])
    await query('drop trigger refuse on events')
    await shop.shop.modules.identity.recordChanges(() => undefined)
    expect(await changesOf(promoted.id)).toMatchObject([{ type: 'AccountRolesChanged', by: byAdmin }])
    expect(await changesOf(deleted.id)).toMatchObject([{ type: 'AccountDeleted', by: byAdmin }])
  })
})
